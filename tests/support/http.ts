import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer, type Socket } from "node:net";

export interface LocalServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** `METHOD /path` of every request so far. */
  readonly requests: string[];
}

/** An HTTP server on loopback; `await using` ends it with every connection. */
export async function httpServer(
  handle: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<LocalServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handle(request, response, requests.length);
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, port, requests, [Symbol.asyncDispose]: () => closed(server) };
}

/** A server that answers each connection, after its first bytes, by hand: for answers no library would send. */
export async function rawServer(answer: (socket: Socket, count: number) => void): Promise<LocalServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", (data) => {
      requests.push(data.toString("latin1").split(" HTTP/", 1)[0] ?? "");
      answer(socket, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
