import { configFault } from "./errors.ts";
import { plainHead } from "./plain-head.ts";
import type { MapNode } from "./source-node.ts";
import type { SourceText } from "./source-text.ts";
import { texts } from "./texts.ts";

/** A markdown file with what its head says. */
export interface FrontMatter {
  readonly source: SourceText;
  /** Undefined when the file has no head, or an empty one. */
  readonly head: MapNode | undefined;
  /** Everything behind the head, as it stands. */
  readonly body: string;
}

const FENCE = /^---[ \t]*\r?$/u;

/**
 * Splits off the YAML between two lines of `---` at the start of a markdown file; positions stay those of the
 * file. A file that does not start so has no head.
 * @throws Fault `syntax` (exit 2) for a head without an end, one that starts too late (what it limits would be
 * lost), or one that is no map.
 */
export async function readFrontMatter(source: SourceText, role: string): Promise<FrontMatter> {
  const lines = source.text.split("\n");
  const start = lines.findIndex((line) => line.trim() !== "");
  if (start === -1 || !FENCE.test(lines[start] ?? "")) return { source, head: undefined, body: source.text };
  const at = offsetOfLine(lines, start);
  const refuse = (message: string, offset: number) => configFault.syntax(role, source, [{ message, offset }]);
  if (start > 0) throw refuse(texts.headTooLate, at);
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end === -1) throw refuse(texts.headWithoutEnd, at);
  const shift = offsetOfLine(lines, 1);
  const body = lines.slice(end + 1).join("\n");
  const written = lines.slice(1, end).join("\n");
  const plain = plainHead(written, shift);
  if (plain !== undefined) return { source, head: plain, body };
  const { parseYaml } = await import("./yaml-source.ts");
  const parsed = parseYaml(written, shift);
  if (!parsed.ok) throw configFault.syntax(role, source, parsed.problems);
  const { root } = parsed;
  if (root !== undefined && root.kind !== "map") throw refuse(texts.headIsNoMap, root.offset);
  return { source, head: root, body };
}

function offsetOfLine(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
}
