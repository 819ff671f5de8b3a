import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { Message } from "@earendil-works/pi-ai";
import { VERSION } from "../../config/version.ts";
import { jsonLine } from "../../output/json.ts";
import type { SecretMask } from "../../output/secrets.ts";
import { foreignInput, foreignName } from "../hooks/foreign-names.ts";
import type { TranscriptFormat } from "../hooks/types.ts";

export interface ForeignTranscriptOptions {
  readonly format: TranscriptFormat;
  readonly sessionId: string;
  readonly workspace: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly write: (line: string) => void;
}

/** Lines at the end of a file of mode 0600. */
export function appending(path: string, mask: SecretMask): (line: string) => void {
  return (line) => appendFileSync(path, mask.mask(line), { mode: 0o600 });
}

/**
 * The session in the line format of another program, for hooks that read it (60-turn) and for people: as much
 * of the format as there is to say. The same messages give the same bytes.
 */
export class ForeignTranscript {
  readonly #options: ForeignTranscriptOptions;
  #last: string | null = null;
  #count = 0;

  constructor(options: ForeignTranscriptOptions) {
    this.#options = options;
    if (options.format === "codex") this.#write(codexStart(options));
  }

  append(message: Message): void {
    const { format } = this.#options;
    const lines = format === "claude" ? [this.#claudeLine(message)] : codexLines(message);
    for (const line of lines) if (line !== undefined) this.#write(line);
  }

  #write(line: object): void {
    this.#options.write(jsonLine(line));
  }

  #claudeLine(message: Message): object | undefined {
    const body = claudeBody(message);
    if (body === undefined) return undefined;
    const uuid = this.#uuid(message.timestamp);
    const line = {
      parentUuid: this.#last,
      isSidechain: false,
      userType: "external",
      cwd: this.#options.workspace,
      sessionId: this.#options.sessionId,
      version: VERSION,
      type: body.role,
      message: body,
      uuid,
      timestamp: new Date(message.timestamp).toISOString(),
    };
    this.#last = uuid;
    return line;
  }

  #uuid(timestamp: number): string {
    const { sessionId } = this.#options;
    const seed = [sessionId, this.#count++, timestamp].join(":");
    const hex = createHash("sha256").update(seed).digest("hex");
    // Version 8: a UUID of one's own making.
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `a${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }
}

function claudeBody(message: Message): { role: string; content: unknown } | undefined {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content };
    case "assistant":
      return { role: "assistant", content: message.content.map(claudeBlock) };
    case "toolResult":
      return {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: message.toolCallId,
            content: message.content,
            is_error: message.isError,
          },
        ],
      };
    default:
      return undefined;
  }
}

function claudeBlock(block: Extract<Message, { role: "assistant" }>["content"][number]): object {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "thinking":
      return { type: "thinking", thinking: block.thinking, signature: block.thinkingSignature ?? "" };
    case "toolCall":
      return {
        type: "tool_use",
        id: block.id,
        name: foreignName(block.name),
        input: foreignInput(block.name, block.arguments),
      };
  }
}

function codexStart({ sessionId, workspace, startedAt }: ForeignTranscriptOptions): object {
  const timestamp = new Date(startedAt).toISOString();
  const payload = { id: sessionId, timestamp, cwd: workspace, originator: "turnkit", cli_version: VERSION };
  return { timestamp, type: "session_meta", payload };
}

function codexLines(message: Message): object[] {
  const timestamp = new Date(message.timestamp).toISOString();
  return codexPayloads(message).map((payload) => ({ timestamp, type: "response_item", payload }));
}

function codexPayloads(message: Message): object[] {
  switch (message.role) {
    case "user":
      return [{ type: "message", role: "user", content: [{ type: "input_text", text: textIn(message) }] }];
    case "assistant": {
      const text = textIn(message);
      const said = { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
      const calls = message.content.flatMap((block) =>
        block.type === "toolCall"
          ? [
              {
                type: "function_call",
                name: block.name,
                arguments: JSON.stringify(block.arguments),
                call_id: block.id,
              },
            ]
          : [],
      );
      return text === "" ? calls : [said, ...calls];
    }
    case "toolResult":
      return [{ type: "function_call_output", call_id: message.toolCallId, output: textIn(message) }];
    default:
      return [];
  }
}

function textIn({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
