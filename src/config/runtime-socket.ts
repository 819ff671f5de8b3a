/** A connection to a local socket, with as little as a client needs. */
export interface LocalSocket {
  /** Takes the bytes at once; they leave as the other end reads. */
  write(data: Uint8Array): void;
  close(): void;
}

export interface SocketEvents {
  onData(chunk: Buffer): void;
  /** Once, whichever end closed. */
  onClose(): void;
}

/**
 * Connects to a unix socket or a named pipe. Under Bun by its own sockets: loading `node:net` takes longer than
 * starting the program, and hosted connector calls are one start and one round trip.
 * @throws the system's error (`code` ENOENT, ECONNREFUSED, EACCES) when nobody listens there.
 */
export function connectLocal(path: string, events: SocketEvents): Promise<LocalSocket> {
  const own = typeof Bun !== "undefined" && !path.startsWith("\\\\");
  return own ? connectInBun(path, events) : connectByNode(path, events);
}

async function connectInBun(path: string, events: SocketEvents): Promise<LocalSocket> {
  let waiting: Uint8Array[] = [];
  const flush = (socket: { write(data: Uint8Array): number }): void => {
    while (waiting[0] !== undefined) {
      const written = Math.max(0, socket.write(waiting[0]));
      if (written < waiting[0].length) {
        waiting[0] = waiting[0].subarray(written);
        return;
      }
      waiting.shift();
    }
  };
  const socket = await Bun.connect({
    unix: path,
    socket: {
      data: (_, chunk) => events.onData(Buffer.from(chunk)),
      drain: (open) => flush(open),
      close: () => events.onClose(),
      end: (open) => {
        open.end();
      },
      error: () => undefined,
    },
  });
  return {
    write(data) {
      waiting.push(data);
      if (waiting.length === 1) flush(socket);
    },
    close() {
      waiting = [];
      socket.terminate();
    },
  };
}

async function connectByNode(path: string, events: SocketEvents): Promise<LocalSocket> {
  const { createConnection } = await import("node:net");
  const socket = createConnection(path);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve();
    });
  });
  socket.on("data", (chunk: Buffer) => events.onData(chunk));
  socket.on("error", () => undefined);
  socket.on("close", () => events.onClose());
  return { write: (data) => void socket.write(data), close: () => void socket.destroy() };
}
