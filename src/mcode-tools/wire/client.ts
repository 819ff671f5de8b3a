import { createConnection, type Socket } from "node:net";
import { encodeFrame, FrameReader, parseBody } from "./frames.ts";

/** A connection to a host's socket. Loads nothing but what it needs: it is on the way of every hosted call. */
export class FrameClient {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #frames: unknown[] = [];
  #wake: (() => void) | undefined;
  #ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      const bodies = this.#reader.push(chunk);
      if (bodies === undefined) this.close();
      else for (const body of bodies) this.#frames.push(parseBody(body));
      this.#wake?.();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#ended = true;
      this.#wake?.();
    });
  }

  /** @throws the system's error (ENOENT, ECONNREFUSED, EACCES) when nobody listens there. */
  static connect(endpoint: string): Promise<FrameClient> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(endpoint);
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new FrameClient(socket));
      });
    });
  }

  send(frame: unknown): void {
    this.#socket.write(encodeFrame(frame));
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
    this.#socket.destroy();
  }
}
