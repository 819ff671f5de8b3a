import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Host } from "../../config/host.ts";
import { isFault, messageOf } from "../../output/fault.ts";
import { failureReason } from "../../output/system-error.ts";
import { type ArtifactPins, packageSpec } from "../artifact/pins.ts";
import { type ArtifactPaths, artifactPaths, placeArtifact } from "../artifact/place.ts";
import { ArchiveCache, type CacheDraft } from "./cache.ts";
import { fetchFault } from "./errors.ts";
import { FILE_CHUNK_BYTES } from "./limits.ts";
import type { NpmClient } from "./npm-client.ts";
import { type CheckedArchive, type OnChunk, readArchive } from "./read-archive.ts";
import { texts } from "./texts.ts";
import { type Tries, withTries } from "./tries.ts";

export type FetchSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "registry" };

export interface FetchRequest {
  readonly pins: ArtifactPins;
  readonly source: FetchSource;
  /** Absolute. */
  readonly out: string;
  /** Absolute folder of the cache. */
  readonly cacheFolder: string;
  readonly offline: boolean;
}

/** What fetching needs of the world, and whom it tells. */
export interface FetchPorts {
  readonly host: Host;
  readonly tries: Tries;
  /** Opens the user's npm configuration; only called when something is downloaded. */
  client(): Promise<NpmClient>;
  /** Bytes so far and, where known, of the whole. */
  onProgress(bytes: number, total: number | undefined): void;
  note(text: string): void;
}

export interface Fetched extends Omit<CheckedArchive, "files"> {
  readonly paths: ArtifactPaths;
  /** Where the archive came from: a path, a URL, or the cache's file. */
  readonly from: string;
  readonly fromCache: boolean;
}

/** A download comes with its cache entry, which gets its name last: placing then does not wait for it on the disk. */
type Archive = CheckedArchive & Pick<Fetched, "from" | "fromCache"> & { readonly draft?: CacheDraft };

/** Gets, checks and installs the pinned artifact. Whatever fails, what was installed before stays. */
export async function fetchArtifact(request: FetchRequest, ports: FetchPorts): Promise<Fetched> {
  const { files, draft, ...facts } = await getArchive(request, ports);
  const paths = artifactPaths(request.out);
  try {
    await place(paths, files, ports.host.platform);
  } finally {
    // It is whole and checked, so it is kept also where it could not be placed.
    await draft?.keep();
  }
  return { ...facts, paths };
}

async function place(
  paths: ArtifactPaths,
  files: CheckedArchive["files"],
  platform: NodeJS.Platform,
): Promise<void> {
  try {
    if (await placeArtifact(paths, files, platform)) return;
  } catch (error) {
    throw fetchFault.placeFailed(paths.folder, failureReason(error), error);
  }
  throw fetchFault.placeBusy(paths.folder);
}

async function getArchive(request: FetchRequest, ports: FetchPorts): Promise<Archive> {
  if (request.source.kind === "file") return fromFile(request.source.path, request.pins, ports);
  const cache = new ArchiveCache(request.cacheFolder);
  // A URL was asked for by name, so it is fetched; the cache stands in for it only offline.
  if (request.source.kind === "registry" || request.offline) {
    const cached = await fromCache(cache, request, ports);
    if (cached !== undefined) return cached;
  }
  if (request.offline) throw fetchFault.notCached(packageSpec(request.pins));
  return fromNetwork(request, cache, ports);
}

async function fromFile(path: string, pins: ArtifactPins, ports: FetchPorts): Promise<Archive> {
  const { signal } = ports.tries;
  const archive = await readArchive(fileChunks(path, signal), pins, path, (_, bytes) =>
    ports.onProgress(bytes, undefined),
  ).catch((error: unknown) => {
    throw signal.aborted ? fetchFault.interrupted() : error;
  });
  return { ...archive, from: path, fromCache: false };
}

async function fromCache(
  cache: ArchiveCache,
  { pins, offline }: FetchRequest,
  ports: FetchPorts,
): Promise<Archive | undefined> {
  const path = await cache.find(pins);
  if (path === undefined) return undefined;
  try {
    const archive = await readArchive(fileChunks(path, ports.tries.signal), pins, path);
    return { ...archive, from: path, fromCache: true };
  } catch (error) {
    if (ports.tries.signal.aborted) throw fetchFault.interrupted();
    // The hash fits and the other pins do not: fetching the same bytes again mends nothing.
    if (isFault(error) && (error.code === "entry_mismatch" || error.code === "manifest_invalid")) throw error;
    await cache.drop(pins);
    ports.note(texts.damagedCache(packageSpec(pins), offline));
    return undefined;
  }
}

async function fromNetwork(request: FetchRequest, cache: ArchiveCache, ports: FetchPorts): Promise<Archive> {
  const { pins, source } = request;
  const client = await ports.client();
  const spec = packageSpec(pins);
  const { tarballUrl } = await import("./registry.ts");
  const url =
    source.kind === "url"
      ? source.url
      : await withTries(client.registryOf(spec), ports.tries, (signal) => tarballUrl(client, pins, signal));
  const archive = await withTries(url, ports.tries, (signal) =>
    download({ url, client, signal, spec: source.kind === "url" ? undefined : spec }, { pins, cache, ports }),
  );
  return { ...archive, from: url, fromCache: false };
}

interface Download {
  readonly url: string;
  readonly client: NpmClient;
  readonly signal: AbortSignal;
  readonly spec: string | undefined;
}

async function download(
  { url, client, signal, spec }: Download,
  { pins, cache, ports }: { pins: ArtifactPins; cache: ArchiveCache; ports: FetchPorts },
): Promise<CheckedArchive & { readonly draft: CacheDraft }> {
  const answer = await client.get(url, { signal, spec });
  const draft = cache.draft(pins);
  const onChunk: OnChunk = (_, bytes) => ports.onProgress(bytes, answer.length);
  async function* body(): AsyncGenerator<Uint8Array> {
    let got = 0;
    try {
      for await (const chunk of answer.body) {
        got += chunk.length;
        await draft.write(chunk);
        yield chunk;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (answer.length !== undefined && got < answer.length)
        throw fetchFault.bodyShort(answer.url, answer.length, got);
      throw fetchFault.connectionFailed(answer.url, messageOf(error), error);
    }
    if (answer.length !== undefined && got !== answer.length) {
      throw fetchFault.bodyShort(answer.url, answer.length, got);
    }
  }
  try {
    return { ...(await readArchive(body(), pins, answer.url, onChunk)), draft };
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

async function* fileChunks(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // Opening a pipe without a writer would wait for ever, and no signal could end that.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) throw { code: facts.isDirectory() ? "EISDIR" : "ENXIO" };
    yield* file.createReadStream({ highWaterMark: FILE_CHUNK_BYTES, signal, autoClose: false });
  } catch (error) {
    throw fetchFault.sourceUnreadable(path, failureReason(error), error);
  }
}
