import type { Artifact, ReadableArtifactWriter } from "../../output/artifacts/types.ts";
import type { GatedText } from "../../output/gates/details.ts";
import { HeadTail } from "../../output/gates/head-tail.ts";
import { BASH_GATE_BYTES } from "../../output/limits.ts";
import { type TerminalSource, TerminalText } from "../../output/terminal-text.ts";
import type { OutputStream } from "../process/child.ts";
import type { UpdateFeed } from "./update-feed.ts";
import { WholeCharacters } from "./whole-characters.ts";

const LF = 0x0a;

/** One of the two streams on its way: each has its own decoder; both write the same terminal. */
interface Lane {
  readonly bytes: WholeCharacters;
  readonly terminal: TerminalSource;
}

/**
 * Takes the output of a command as it comes: the raw bytes go to the file, what a terminal would show of
 * them to the head and tail that the model gets. Memory does not grow with the output.
 */
export class CommandOutput {
  readonly #writer: ReadableArtifactWriter;
  readonly #listeners = new Set<() => void>();
  readonly #updates: UpdateFeed | undefined;
  readonly #shown = new HeadTail({ maxBytes: BASH_GATE_BYTES });
  readonly #terminal = new TerminalText();
  readonly #lanes: Readonly<Record<OutputStream, Lane>> = {
    stdout: newLane(this.#terminal),
    stderr: newLane(this.#terminal),
  };
  #rawBytes = 0;
  #storedBytes = 0;
  #lineStart = 0;
  #closed = false;

  constructor(writer: ReadableArtifactWriter, updates?: UpdateFeed) {
    this.#writer = writer;
    this.#updates = updates;
  }

  /** Bytes that the command has printed so far. */
  get rawBytes(): number {
    return this.#rawBytes;
  }

  /** Bytes that can be read: without a character that has not come whole. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Where the line starts that has not ended yet, in stored bytes. */
  get lineStart(): number {
    return this.#lineStart;
  }

  read(offset: number, maxBytes: number): Uint8Array {
    return this.#writer.read(offset, maxBytes);
  }

  /** Calls back whenever output has been stored, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(stream: OutputStream, chunk: Uint8Array): void {
    if (this.#closed) return;
    this.#rawBytes += chunk.length;
    const lane = this.#lanes[stream];
    this.#store(lane, lane.bytes.push(chunk));
  }

  /** No more will come: what the decoders held back is let go. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const lane of Object.values(this.#lanes)) {
      this.#store(lane, lane.bytes.flush());
      this.#show(lane.terminal.end());
    }
    this.#show(this.#terminal.flush());
    this.#updates?.close();
  }

  /**
   * The text for the model, `suffix` (lines that must show) at its end. The whole is kept in a file when
   * something was left out.
   */
  async finish(suffix: string | undefined): Promise<GatedText> {
    this.close();
    if (!this.#shown.willCut(suffix)) {
      this.#writer.discard();
      return this.#shown.finish({ suffix, originalBytes: this.#rawBytes });
    }
    const artifact: Artifact | undefined = await this.#writer.publish();
    const storingFailed = artifact === undefined;
    return this.#shown.finish({ suffix, artifact, storingFailed, originalBytes: this.#rawBytes });
  }

  /** The whole lines that have come so far, `suffix` at their end; the command goes on. */
  soFar(suffix: string): GatedText {
    return this.#shown.finish({ suffix, originalBytes: this.#rawBytes });
  }

  /** Keeps the whole in a file, whatever its size; undefined when storing failed. */
  async keep(): Promise<Artifact | undefined> {
    this.close();
    return this.#writer.publish();
  }

  #store(lane: Lane, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#writer.write(bytes);
    const lineEnd = bytes.lastIndexOf(LF);
    if (lineEnd >= 0) this.#lineStart = this.#storedBytes + lineEnd + 1;
    this.#storedBytes += bytes.length;
    this.#show(lane.terminal.push(bytes));
    for (const listener of this.#listeners) listener();
  }

  #show(text: string): void {
    if (text === "") return;
    this.#shown.push(text);
    this.#updates?.push(text);
  }
}

function newLane(terminal: TerminalText): Lane {
  return { bytes: new WholeCharacters(), terminal: terminal.source() };
}
