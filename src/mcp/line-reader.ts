const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines at LF. A line is decoded only when it is whole, so a character split over
 * chunks stays intact, and joining costs the same however many chunks a line came in.
 */
export class LineReader {
  private pieces: Uint8Array[] = [];
  private held = 0;
  private dropping = false;
  private readonly decoder = new TextDecoder("utf-8");
  /** Lines that were longer than the limit, and are lost. */
  oversized = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that `chunk` completes, without their line end. */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.hold(chunk.subarray(from, end));
      const line = this.take();
      if (line !== undefined) lines.push(line);
      from = end + 1;
    }
    // The runtime may reuse the chunk's memory.
    if (from < chunk.length) this.hold(chunk.slice(from));
    return lines;
  }

  /** What stands after the last line end, once the stream is over. */
  flush(): string | undefined {
    return this.held === 0 && !this.dropping ? undefined : this.take();
  }

  private hold(piece: Uint8Array): void {
    if (this.dropping) return;
    this.held += piece.length;
    if (this.held > this.maxBytes) {
      this.dropping = true;
      this.pieces = [];
    } else {
      this.pieces.push(piece);
    }
  }

  private take(): string | undefined {
    const { pieces, dropping } = this;
    this.pieces = [];
    this.held = 0;
    this.dropping = false;
    if (dropping) {
      this.oversized++;
      return undefined;
    }
    return this.decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
  }
}
