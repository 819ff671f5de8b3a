import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connectorFaults } from "../connector/errors.ts";
import { ASSET_URL_LIFE_MS, MAX_KEPT_UPLOAD_BYTES } from "../connector/limits.ts";
import type { AssetFacts, AssetService } from "./service.ts";

type Content = { readonly path: string } | { readonly bytes: Buffer };

interface Offer {
  readonly content: Content;
  readonly mimeType: string;
  readonly until: number;
}

/**
 * A folder served on loopback by random URLs that end after a while. The node id is the name of a regular file
 * in it, looked up among what is there, never joined into a path from input.
 */
export async function folderAssets(folder: string, facts: AssetFacts): Promise<AssetService> {
  const offers = new Offers(() => facts.now());
  const server = createServer((request, response) => void serve(request, response, offers));
  const port = await listenOnLoopback(server);
  const urlOf = (content: Content, mimeType: string): string =>
    `http://127.0.0.1:${port}/${offers.add(content, mimeType)}`;
  return {
    async assetUrl(nodeId) {
      const names = await readdir(folder).catch(() => []);
      const name = names.find((one) => one === nodeId);
      const path = name === undefined ? undefined : join(folder, name);
      const found = path === undefined ? undefined : await lstat(path).catch(() => undefined);
      if (path === undefined || found?.isFile() !== true) throw connectorFaults.assetUnknown(nodeId);
      return { node_id: nodeId, download_url: urlOf({ path }, "application/octet-stream") };
    },
    tempUrl: async ({ mimeType, data }) => ({
      temp_url: urlOf({ bytes: Buffer.from(data, "base64") }, mimeType),
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Offers {
  readonly #offers = new Map<string, Offer>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(content: Content, mimeType: string): string {
    const id = randomBytes(24).toString("base64url");
    this.#offers.set(id, { content, mimeType, until: this.#now() + ASSET_URL_LIFE_MS });
    this.#makeRoom();
    return id;
  }

  find(id: string): Offer | undefined {
    const offer = this.#offers.get(id);
    if (offer === undefined || offer.until <= this.#now()) return undefined;
    return offer;
  }

  /** Ended offers go; then the oldest uploads, until the rest fits. */
  #makeRoom(): void {
    for (const [id, { until }] of this.#offers) if (until <= this.#now()) this.#offers.delete(id);
    let kept = 0;
    for (const [id, { content }] of [...this.#offers].reverse()) {
      if (!("bytes" in content)) continue;
      kept += content.bytes.length;
      if (kept > MAX_KEPT_UPLOAD_BYTES) this.#offers.delete(id);
    }
  }
}

/** A file as it is at this moment: what stands under its name by now may be a link to another one, or a pipe. */
async function openPlain(path: string): Promise<{ file: FileHandle; size: number } | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  const found = await file?.stat().catch(() => undefined);
  if (file !== undefined && found?.isFile() === true) return { file, size: found.size };
  await file?.close();
  return undefined;
}

async function serve(request: IncomingMessage, response: ServerResponse, offers: Offers): Promise<void> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const offer = isRead ? offers.find((request.url ?? "").slice(1)) : undefined;
  const plain =
    offer !== undefined && "path" in offer.content ? await openPlain(offer.content.path) : undefined;
  if (offer === undefined || ("path" in offer.content && plain === undefined)) {
    response.writeHead(404).end();
    return;
  }
  // A page that is served here must not run in the name of this address.
  const safe = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" };
  response.setHeaders(new Map(Object.entries({ ...safe, "content-type": headerText(offer.mimeType) })));
  const size = "bytes" in offer.content ? offer.content.bytes.length : (plain?.size ?? 0);
  response.setHeader("content-length", size);
  if (request.method === "HEAD" || size === 0) {
    await plain?.file.close();
    response.end();
  } else if ("bytes" in offer.content) response.end(offer.content.bytes);
  else sendFile(plain?.file, size, response);
}

/** As many bytes as were promised, however the file grows meanwhile. */
function sendFile(file: FileHandle | undefined, size: number, response: ServerResponse): void {
  const stream = file?.createReadStream({ start: 0, end: size - 1 });
  stream?.once("error", () => response.destroy());
  response.once("close", () => stream?.destroy());
  stream?.pipe(response);
}

function headerText(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/.test(mimeType) ? mimeType : "application/octet-stream";
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      server.unref();
      resolve((server.address() as AddressInfo).port);
    });
  });
}
