import { isRecord } from "../../output/record.ts";

/** One line of a transcript. */
export type StoredLine = Readonly<Record<string, unknown>>;

/**
 * Whether a line holds what its type stands for. A transcript is a file that people, disks and other programs
 * touch: what is no whole line is passed over, so that nothing behind it meets half a message. Types that are not
 * known are let through; nobody reads them.
 */
export function isWholeLine(line: StoredLine): boolean {
  switch (line.type) {
    case "session":
      return typeof line.workspace === "string";
    case "message":
      return isRecord(line.message) && isWholeMessage(line.message);
    case "call":
      return typeof line.id === "string" && typeof line.tool === "string";
    case "result":
      return isWholeResult(line);
    default:
      return true;
  }
}

function isWholeMessage({ role, content, timestamp }: StoredLine): boolean {
  if (typeof timestamp !== "number" || !Number.isFinite(timestamp)) return false;
  if (role === "user") return typeof content === "string" || isContent(content, USER_BLOCKS);
  return role === "assistant" && isContent(content, ASSISTANT_BLOCKS);
}

function isWholeResult({ id, tool, content, at }: StoredLine): boolean {
  const named = typeof id === "string" && typeof tool === "string";
  return named && typeof at === "string" && isContent(content, RESULT_BLOCKS);
}

type BlockShapes = Readonly<Record<string, readonly string[]>>;

/** What each kind of block must hold as text. */
const MEDIA = ["data", "mimeType"];
const USER_BLOCKS: BlockShapes = { text: ["text"], image: MEDIA };
const RESULT_BLOCKS: BlockShapes = { text: ["text"], image: MEDIA, video: ["mimeType"] };
const ASSISTANT_BLOCKS: BlockShapes = { text: ["text"], thinking: ["thinking"], toolCall: ["id", "name"] };

function isContent(content: unknown, shapes: BlockShapes): boolean {
  return Array.isArray(content) && content.every((block) => isBlock(block, shapes));
}

function isBlock(block: unknown, shapes: BlockShapes): boolean {
  if (!isRecord(block)) return false;
  const { type } = block;
  const texts = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (texts?.every((key) => typeof block[key] === "string") !== true) return false;
  return type !== "toolCall" || isRecord(block.arguments);
}
