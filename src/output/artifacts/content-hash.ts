import { createHash, type Hash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { HASH_INLINE_BYTES, HASH_STEP_BYTES } from "../limits.ts";
import { hashOfFile } from "./file-hash.ts";

/** Up to where the file is written; `done` asks for the hash, `stop` ends the thread. */
interface Progress {
  readonly to: number;
  readonly then: "go on" | "done" | "stop";
}

const STOPPED = "";

/**
 * SHA-256 of a file while it is written. A long file is hashed by a thread that reads it behind the writer:
 * hashing takes as long as reading a pipe and writing a disk together.
 */
export class ContentHash {
  readonly #path: string;
  #inline: Hash | undefined = createHash("sha256");
  #follower: Worker | undefined;
  /** The follower's hash; undefined when it could not go on. */
  #followed: Promise<string | undefined> | undefined;
  #bytes = 0;
  #told = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The next bytes, which are in the file already. */
  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#inline?.update(bytes);
    if (this.#inline !== undefined && this.#bytes > HASH_INLINE_BYTES) this.#follow();
    if (this.#follower !== undefined && this.#bytes - this.#told > HASH_STEP_BYTES) this.#tell("go on");
  }

  /** Hex; after this nothing may be added. */
  async digest(): Promise<string> {
    if (this.#inline !== undefined) return this.#inline.digest("hex");
    this.#tell("done");
    try {
      return (await this.#followed) ?? (await hashOfFile(this.#path));
    } finally {
      this.close();
    }
  }

  /** Ends the thread; safe to call twice. */
  close(): void {
    const follower = this.#follower;
    // It closes its file first; a thread that is ended at once leaves it open.
    follower?.on("message", (answer) => answer === STOPPED && void follower.terminate());
    this.#tell("stop");
    this.#follower = undefined;
  }

  #follow(): void {
    this.#inline = undefined;
    const follower = new Worker(`(${followFile.toString()})()`, { eval: true, workerData: this.#path });
    this.#follower = follower;
    this.#followed = new Promise((resolve) => {
      follower.once("message", resolve);
      for (const failure of ["error", "exit"]) follower.once(failure, () => resolve(undefined));
    });
  }

  #tell(then: Progress["then"]): void {
    this.#told = this.#bytes;
    this.#follower?.postMessage({ to: this.#bytes, then } satisfies Progress);
  }
}

/** The body of the thread: its text is all that reaches it, so everything it needs is named inside. */
function followFile(): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { createHash: newHash } = process.getBuiltinModule("node:crypto");
  const { closeSync, openSync, readSync } = process.getBuiltinModule("node:fs");
  const hash = newHash("sha256");
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const fd = openSync(workerData as string, "r");
  let at = 0;
  parentPort?.on("message", ({ to, then }: Progress) => {
    if (then === "stop") {
      closeSync(fd);
      parentPort.postMessage("");
      return;
    }
    while (at < to) {
      const count = readSync(fd, buffer, 0, Math.min(buffer.length, to - at), at);
      if (count === 0) throw new Error("The stored output became shorter while it was written");
      hash.update(buffer.subarray(0, count));
      at += count;
    }
    if (then === "done") parentPort.postMessage(hash.digest("hex"));
  });
}
