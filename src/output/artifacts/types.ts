/** A stored whole output; its path is what notes and receipts name (50-output). */
export interface Artifact {
  /** Absolute. */
  readonly path: string;
  /** Of the stored bytes, hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** The `.readable.v1.jsonl` beside it, when it was asked for and a line was longer than 2,000 characters. */
  readonly readable?: string;
}

/** Streams one output to disk while it is produced; nothing is visible under the final name before `publish`. */
export interface ArtifactWriter {
  /** Takes the bytes before it returns: the buffer may be reused. Never throws. */
  write(chunk: Uint8Array): void;
  /** Fsyncs and links into place. Resolves to undefined when storing failed (told once as a diagnostic). */
  publish(): Promise<Artifact | undefined>;
  /** Drops what was written; nothing was cut, so nothing needs keeping. */
  discard(): void;
}

/** What was written, readable while more is written and after it was published: the output of a running task. */
export interface ReadableArtifactWriter extends ArtifactWriter {
  /** At most `maxBytes` from `offset`; nothing past the end, after `discard`, or when storing failed. */
  read(offset: number, maxBytes: number): Uint8Array;
}

export interface ArtifactStore {
  /** Opens nothing yet; a temporary file appears once more is written than a buffer holds, or with `publish`. */
  begin(call: ArtifactCall, options?: ArtifactOptions): ReadableArtifactWriter;
  /** Stores a whole text, with its readable form; the same call and text give the same file. */
  store(call: ArtifactCall, text: string): Promise<Artifact | undefined>;
}

export interface ArtifactCall {
  readonly toolCallId: string;
  readonly tool: string;
}

export interface ArtifactOptions {
  /** Also writes `….readable.v1.jsonl` when a line is longer than 2,000 characters. */
  readonly readable?: boolean;
  /** Bytes that stay in memory before a file appears; at least what a gate lets pass uncut. */
  readonly hold?: number;
}
