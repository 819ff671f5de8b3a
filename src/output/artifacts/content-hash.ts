import { createHash, type Hash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { HASH_INLINE_BYTES, HASH_STEP_BYTES } from "../limits.ts";

/** Up to where the file is written, and whether that is all of it. */
interface Progress {
  readonly to: number;
  readonly done: boolean;
}

/**
 * SHA-256 of a file while it is written. A long file is hashed by a thread that reads it behind the writer:
 * hashing takes as long as reading a pipe and writing a disk together.
 */
export class ContentHash {
  readonly #fd: number;
  #inline: Hash | undefined = createHash("sha256");
  #follower: Worker | undefined;
  #bytes = 0;
  #told = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** The next bytes, which are in the file already. */
  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#inline?.update(bytes);
    if (this.#inline !== undefined && this.#bytes > HASH_INLINE_BYTES) this.#follow();
    if (this.#follower !== undefined && this.#bytes - this.#told > HASH_STEP_BYTES) this.#tell(false);
  }

  /** Hex; after this nothing may be added. */
  async digest(): Promise<string> {
    if (this.#follower === undefined) return (this.#inline ?? createHash("sha256")).digest("hex");
    const follower = this.#follower;
    const answer = new Promise<string>((resolve, reject) => {
      follower.once("message", resolve).once("error", reject);
    });
    this.#tell(true);
    try {
      return await answer;
    } finally {
      this.close();
    }
  }

  /** Ends the thread; safe to call twice. */
  close(): void {
    void this.#follower?.terminate();
    this.#follower = undefined;
  }

  #follow(): void {
    const source = `(${followFile.toString()})()`;
    const follower = new Worker(source, { eval: true, workerData: this.#fd });
    // A program that ends for another reason does not wait for it.
    follower.unref();
    this.#follower = follower;
    this.#inline = undefined;
  }

  #tell(done: boolean): void {
    this.#told = this.#bytes;
    this.#follower?.postMessage({ to: this.#bytes, done } satisfies Progress);
  }
}

/** The body of the thread: its text is all that reaches it, so everything it needs is named inside. */
function followFile(): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { createHash: newHash } = process.getBuiltinModule("node:crypto");
  const { readSync } = process.getBuiltinModule("node:fs");
  const hash = newHash("sha256");
  const buffer = Buffer.allocUnsafe(256 * 1024);
  let at = 0;
  parentPort?.on("message", ({ to, done }: Progress) => {
    while (at < to) {
      const count = readSync(workerData as number, buffer, 0, Math.min(buffer.length, to - at), at);
      if (count === 0) throw new Error("The stored output became shorter while it was written");
      hash.update(buffer.subarray(0, count));
      at += count;
    }
    if (done) parentPort.postMessage(hash.digest("hex"));
  });
}
