import { Buffer, isUtf8 } from "node:buffer";
import type {
  Artifact,
  ArtifactCall,
  ArtifactStore,
  ArtifactWriter,
} from "../../../output/artifacts/types.ts";
import { utf8Bytes } from "../../../output/gates/cut.ts";
import { PrefixLines, type PrefixNote, type PrefixResult } from "../../../output/gates/prefix-lines.ts";
import { READ_GATE_BYTES, TOOL_GATE_LINES } from "../../../output/limits.ts";
import { isContinuation, utf8CharacterLength } from "../../../output/utf8.ts";
import { decodeText } from "../../files/encoding.ts";
import { NUMBER_WIDTH } from "../limits.ts";
import type { LineSink } from "./line-scan.ts";

export interface ShownLinesOptions {
  /** Number of the first line. */
  readonly offset: number;
  readonly artifacts: ArtifactStore;
  readonly call: ArtifactCall;
  /** The text was in another encoding: what was broken there is U+FFFD already. */
  readonly recoded: boolean;
}

/** The lines of a result as the model sees them, within gates 1 and 2; a line that is too long goes to a file. */
export class ShownLines implements LineSink {
  readonly #options: ShownLinesOptions;
  readonly #prefix = new PrefixLines({ maxBytes: READ_GATE_BYTES, maxLines: TOOL_GATE_LINES });
  readonly #unclear: boolean[] = [];
  readonly #texts: string[] = [];
  #first: Buffer | undefined;
  #full = false;
  #writer: ArtifactWriter | undefined;
  #longBytes = 0;

  constructor(options: ShownLinesOptions) {
    this.#options = options;
  }

  line(bytes: Buffer): boolean {
    if (this.#full) return false;
    if (this.#push(bytes)) return true;
    this.#full = true;
    // The first line is taken, cut, even when it does not fit: reading on must get past it.
    return this.#unclear.length === 1;
  }

  longLine(start: Buffer): boolean {
    if (this.#unclear.length > 0) return false;
    // The start may end inside a character, which is no invalid one for that.
    this.#push(start.subarray(0, wholeCharacters(start)));
    this.#full = true;
    this.#writer = this.#begin();
    return true;
  }

  longLinePart(bytes: Buffer): void {
    this.#writer?.write(bytes);
    this.#longBytes += bytes.length;
  }

  /** `note` is asked when lines are left out; `ending` is put after the lines when none are. */
  finish(note: PrefixNote, more: boolean, ending = ""): PrefixResult {
    const result = this.#prefix.finish({ note, more });
    if (result.truncated) return result;
    const text = result.text.slice(0, -1) + (ending === "" ? "" : `\n${ending}`);
    if (utf8Bytes(text) <= READ_GATE_BYTES) return { ...result, text };
    return this.#prefix.finish({ note, more: true });
  }

  /** Whether one of the first `pieces` lines had bytes that could not be shown. */
  hasInvalidBytes(pieces = this.#unclear.length): boolean {
    return this.#unclear.slice(0, pieces).includes(true);
  }

  /** The first `pieces` lines without their numbers; a line that was too long as far as it was held. */
  plainText(pieces: number): string {
    return this.#texts.slice(0, pieces).join("\n");
  }

  /** Stores the first line whole, which alone was too long to be shown. */
  async storeFirst(): Promise<StoredLine> {
    if (this.#writer !== undefined) {
      return { bytes: this.#longBytes, artifact: await this.#writer.publish() };
    }
    const bytes = this.#first ?? Buffer.alloc(0);
    const writer = this.#begin();
    writer.write(bytes);
    return { bytes: bytes.length, artifact: await writer.publish() };
  }

  /** For a result that is not to be made after all. */
  discard(): void {
    this.#writer?.discard();
  }

  #begin(): ArtifactWriter {
    return this.#options.artifacts.begin(this.#options.call, { readable: true });
  }

  /** Takes the first line in any case, others only when they fit. */
  #push(bytes: Buffer): boolean {
    this.#first ??= bytes;
    const number = this.#options.offset + this.#unclear.length;
    const decoded = decodeText(bytes, "utf-8");
    const text = decoded.replaceAll("\0", "\ufffd");
    const isBroken = this.#options.recoded ? text.includes("\ufffd") : text !== decoded || !isUtf8(bytes);
    const fits = this.#prefix.push(`${String(number).padStart(NUMBER_WIDTH)}→${text}\n`);
    if (fits || this.#unclear.length === 0) {
      this.#unclear.push(isBroken);
      this.#texts.push(text);
    }
    return fits;
  }
}

export interface StoredLine {
  readonly bytes: number;
  /** Undefined when storing failed. */
  readonly artifact: Artifact | undefined;
}

/** Bytes up to the end of the last whole character. */
function wholeCharacters(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--;
  return utf8CharacterLength(bytes, lead) === bytes.length - lead ? bytes.length : lead;
}
