/** Keeps the last bytes of a stream, in bounded memory. */
export class ByteTail {
  private chunks: Buffer[] = [];
  private held = 0;

  constructor(private readonly maxBytes: number) {}

  push(chunk: Uint8Array): void {
    const kept = Buffer.from(chunk.length > this.maxBytes ? chunk.subarray(-this.maxBytes) : chunk);
    this.chunks.push(kept);
    this.held += kept.length;
    for (
      let first = this.chunks[0];
      first && this.held - first.length >= this.maxBytes;
      first = this.chunks[0]
    ) {
      this.chunks.shift();
      this.held -= first.length;
    }
  }

  /** The kept end as text; a character cut at its start shows as U+FFFD. */
  text(): string {
    const all = Buffer.concat(this.chunks);
    return new TextDecoder().decode(all.length > this.maxBytes ? all.subarray(-this.maxBytes) : all);
  }

  /** The last non-empty lines, oldest first. */
  lastLines(most: number): readonly string[] {
    const lines = this.text()
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
    return lines.slice(-most);
  }
}
