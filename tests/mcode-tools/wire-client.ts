import { createConnection, type Socket } from "node:net";

/** A client of the framed sockets, written from the protocol's text and not with turnkit's own codec. */
export class WireClient implements Disposable {
  readonly socket: Socket;
  #bytes = Buffer.alloc(0);
  #closed = false;
  #wake: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wakeAll();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#closed = true;
      this.#wakeAll();
    });
  }

  static connect(path: string): Promise<WireClient> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(path, () => resolve(new WireClient(socket)));
      socket.once("error", reject);
    });
  }

  raw(bytes: Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  send(value: unknown): this {
    const body = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return this.raw(Buffer.concat([length, body]));
  }

  /** The next answer, or "closed". */
  async next(): Promise<Record<string, unknown> | "closed"> {
    for (;;) {
      const frame = this.#take();
      if (frame !== undefined) return frame;
      if (this.#closed) return "closed";
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  ask(value: unknown): Promise<Record<string, unknown> | "closed"> {
    return this.send(value).next();
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  #take(): Record<string, unknown> | undefined {
    if (this.#bytes.length < 4) return undefined;
    const length = this.#bytes.readUInt32BE(0);
    if (this.#bytes.length < 4 + length) return undefined;
    const body = this.#bytes.subarray(4, 4 + length);
    this.#bytes = this.#bytes.subarray(4 + length);
    return JSON.parse(body.toString("utf8"));
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** A request of the lease protocol. */
export function leaseRequest(capability: string, method: string, more: Record<string, unknown> = {}) {
  return { version: 1, requestId: "r-1", capability, method, ...more };
}
