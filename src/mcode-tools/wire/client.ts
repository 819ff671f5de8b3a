import { connectLocal, type LocalSocket } from "../../config/runtime-socket.ts";
import { encodeFrame, FrameReader, parseBody } from "./frames.ts";

/** A connection to a host's socket. Loads nothing but what it needs: it is on the way of every hosted call. */
export class FrameClient {
  readonly #reader = new FrameReader();
  readonly #frames: unknown[] = [];
  #socket: LocalSocket | undefined;
  #wake: (() => void) | undefined;
  #ended = false;

  private constructor() {}

  /** @throws the system's error (ENOENT, ECONNREFUSED, EACCES) when nobody listens there. */
  static async connect(endpoint: string): Promise<FrameClient> {
    const client = new FrameClient();
    client.#socket = await connectLocal(endpoint, {
      onData: (chunk) => client.#take(chunk),
      onClose: () => client.#end(),
    });
    return client;
  }

  send(frame: unknown): void {
    this.#socket?.write(encodeFrame(frame));
  }

  /** The next frame; undefined once the host has closed the connection. */
  async receive(): Promise<unknown> {
    while (this.#frames.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#frames.shift();
  }

  close(): void {
    this.#socket?.close();
    this.#end();
  }

  #take(chunk: Buffer): void {
    for (const body of this.#reader.push(chunk)) this.#frames.push(parseBody(body));
    if (this.#reader.broken) this.close();
    this.#wake?.();
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }
}
