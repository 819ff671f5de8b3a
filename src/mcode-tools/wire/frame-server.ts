import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { encodeFrame, FrameReader } from "./frames.ts";
import {
  IDLE_MS,
  LINGER_MS,
  MAX_CONNECTIONS,
  MAX_REQUESTS_PER_CONNECTION,
  MAX_UNREAD_BYTES,
  MAX_WAITING_FRAMES,
} from "./limits.ts";

/**
 * Answers one frame: `undefined` closes the connection, an empty list says that more of the same message is to
 * come. Must not reject.
 */
export type FrameHandler = (body: Buffer, connection: Connection) => Promise<readonly unknown[] | undefined>;

/** One client, as a handler sees it. */
export interface Connection {
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /** What a handler remembers of this client (a message that comes in pieces). */
  readonly memory: Map<string, unknown>;
}

export interface FrameServerOptions {
  /** Path of a unix socket (made 0600) or the name of a Windows pipe. */
  readonly endpoint: string;
  readonly handle: FrameHandler;
  /**
   * What the end of a client's half means: that it has gone, so its call is given up; or only that it has no
   * further request, so what it asked is still answered.
   */
  readonly onHalfClose: "give-up" | "answer";
  readonly idleMs?: number;
  /** Connections over the limit that wait for a place instead of being closed; 0 where not given. */
  readonly maxWaiting?: number;
}

export interface FrameServer {
  readonly endpoint: string;
  /** No new connection, the open ones ended, the socket's file gone. Safe to call twice. */
  close(): Promise<void>;
}

/** Listens for framed requests. @throws the system's error when the endpoint cannot be had. */
export async function startFrameServer(options: FrameServerOptions): Promise<FrameServer> {
  const clients = new Set<Client>();
  const waiting: Socket[] = [];
  const open = (socket: Socket): void => {
    const client = new Client(socket, options, () => {
      clients.delete(client);
      const next = waiting.shift();
      if (next !== undefined) open(next);
    });
    clients.add(client);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (clients.size < MAX_CONNECTIONS) return open(socket);
    if (waiting.length >= (options.maxWaiting ?? 0)) return refuse(socket);
    socket.on("error", () => undefined);
    waiting.push(socket.pause());
  });
  await listen(server, options.endpoint);
  const isPipe = options.endpoint.startsWith("\\\\.\\pipe\\");
  if (!isPipe) await chmod(options.endpoint, 0o600);
  server.on("error", () => undefined);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of waiting.splice(0)) socket.destroy();
    for (const client of clients) client.end();
    await stopped;
    if (!isPipe) await rm(options.endpoint, { force: true });
  };
  return {
    endpoint: options.endpoint,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listen(server: Server, endpoint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(endpoint, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function refuse(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.destroy();
}

/** Reads one connection frame by frame; a frame is answered before the next one is looked at. */
class Client implements Connection {
  readonly memory = new Map<string, unknown>();
  readonly #socket: Socket;
  readonly #options: FrameServerOptions;
  readonly #reader = new FrameReader();
  readonly #queue: Buffer[] = [];
  readonly #gone = new AbortController();
  #requests = 0;
  #busy = false;
  /** Nothing comes after what is being answered. */
  #last = false;
  #over = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: Socket, options: FrameServerOptions, onClose: () => void) {
    this.#socket = socket;
    this.#options = options;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => this.#data(chunk));
    socket.on("end", () => this.#halfClosed());
    socket.once("close", () => {
      clearTimeout(this.#idle);
      this.#gone.abort();
      onClose();
    });
    this.#restIdle();
    // It may have waited for its place.
    socket.resume();
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  end(): void {
    this.#socket.destroy();
  }

  #halfClosed(): void {
    if (this.#options.onHalfClose === "give-up") this.end();
    else if (this.#busy) this.#last = true;
    else this.#finish();
  }

  #data(chunk: Buffer): void {
    if (this.#over) return;
    this.#queue.push(...this.#reader.push(chunk));
    // What was asked properly before is answered first.
    if (this.#reader.broken) this.#last = true;
    // A flood waits in the kernel, not in memory; a client that waits for one answer is read on, because only
    // a socket that is read tells when its client has gone.
    if (this.#queue.length > MAX_WAITING_FRAMES) this.#socket.pause();
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#idle);
    for (let body = this.#queue.shift(); body !== undefined; body = this.#queue.shift()) {
      if (this.#requests >= MAX_REQUESTS_PER_CONNECTION) return this.#finish();
      const answers = await this.#options.handle(body, this).catch(() => undefined);
      // A piece of a longer message has no answer of its own and is no request.
      if (answers?.length !== 0) this.#requests += 1;
      if (answers === undefined) return this.#finish();
      for (const answer of answers) if (!(await this.#send(answer))) return this.end();
    }
    this.#busy = false;
    if (this.#last) return this.#finish();
    this.#restIdle();
    this.#socket.resume();
  }

  /**
   * Closes the connection behind the answers that are still on their way. What the client still sends is read and
   * dropped for a moment: a connection that is closed over unread bytes is reset, and the answers may go with it.
   */
  #finish(): void {
    this.#over = true;
    this.#queue.length = 0;
    this.#restIdle();
    this.#socket.resume();
    this.#socket.end(() => this.#restIdle(LINGER_MS));
  }

  /** False when it did not go out: nobody reads, or it is no frame, which costs this client its connection alone. */
  async #send(answer: unknown): Promise<boolean> {
    try {
      return await this.#write(encodeFrame(answer));
    } catch {
      return false;
    }
  }

  /** Waits for a reader that is slow, up to the idle limit; false when it does not read at all. */
  async #write(frame: Buffer): Promise<boolean> {
    if (this.#socket.destroyed) return false;
    if (this.#socket.write(frame) || this.#socket.writableLength < MAX_UNREAD_BYTES) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), this.#options.idleMs ?? IDLE_MS);
      const done = (read: boolean): void => {
        clearTimeout(timer);
        this.#socket.off("drain", onDrain).off("close", onClose);
        resolve(read);
      };
      const onDrain = (): void => done(true);
      const onClose = (): void => done(false);
      this.#socket.once("drain", onDrain).once("close", onClose);
    });
  }

  /** Starts the idle clock; a half frame does not stop it. */
  #restIdle(milliseconds = this.#options.idleMs ?? IDLE_MS): void {
    clearTimeout(this.#idle);
    if (this.#socket.destroyed) return;
    this.#idle = setTimeout(() => this.end(), milliseconds);
  }
}
