import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
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
  const server = createServer((request, response) => serve(request, response, offers));
  const port = await listenOnLoopback(server);
  const urlOf = (content: Content, mimeType: string): string =>
    `http://127.0.0.1:${port}/${offers.add(content, mimeType)}`;
  return {
    async assetUrl(nodeId) {
      const names = await readdir(folder).catch(() => []);
      const name = names.find((one) => one === nodeId);
      const path = name === undefined ? undefined : join(folder, name);
      if (path === undefined || !(await lstat(path)).isFile()) throw connectorFaults.assetUnknown(nodeId);
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

function serve(request: IncomingMessage, response: ServerResponse, offers: Offers): void {
  const offer = request.method === "GET" ? offers.find((request.url ?? "").slice(1)) : undefined;
  if (offer === undefined) {
    response.writeHead(404).end();
    return;
  }
  // A page that is served here must not run in the name of this address.
  const safe = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" };
  response.setHeaders(new Map(Object.entries({ ...safe, "content-type": headerText(offer.mimeType) })));
  if ("bytes" in offer.content) {
    response.end(offer.content.bytes);
    return;
  }
  const stream = createReadStream(offer.content.path);
  stream.once("error", () => response.destroy());
  stream.pipe(response);
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
