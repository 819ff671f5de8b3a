import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack as tarPack } from "tar-stream";
import type { PathGuard } from "../../contract/path-guard.ts";
import { contentOf } from "./site-content.ts";
import type { Site, SiteFile } from "./site-files.ts";

export interface SiteArchive {
  readonly file: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  open(): ReadStream;
}

/** Packs a site as tar.gz into a new file; the same site gives the same bytes. @throws Fault. */
export async function packSite(
  paths: PathGuard,
  site: Site,
  file: string,
  signal?: AbortSignal,
): Promise<SiteArchive> {
  const pack = tarPack();
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(
    pack,
    createGzip(),
    hashing,
    createWriteStream(file, { flags: "wx", mode: 0o600 }),
  );
  const filled = (async () => {
    for (const entry of site.files) await addFile(pack, entry, contentOf(paths, site, entry, signal));
    pack.finalize();
  })().catch((error: unknown) => {
    pack.destroy(error as Error);
    throw error;
  });
  // The first fault is the cause; the other one only follows from it.
  await Promise.all([filled, written]);
  const { size } = await stat(file);
  return { file, bytes: size, sha256: hash.digest("hex"), open: () => createReadStream(file) };
}

async function addFile(
  pack: Pack,
  { path, size }: SiteFile,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const header = { name: path, size, mode: 0o644, mtime: new Date(0), type: "file" as const };
  const done = Promise.withResolvers<void>();
  const entry = pack.entry(header, (error) => (error == null ? done.resolve() : done.reject(error)));
  try {
    for await (const chunk of content) {
      // The chunk is overwritten by the next one, and the stream keeps what it is given.
      if (entry.write(Uint8Array.from(chunk))) continue;
      const room = Promise.withResolvers<void>();
      entry.once("drain", () => room.resolve());
      await Promise.race([room.promise, done.promise]);
    }
    entry.end(null);
  } catch (error) {
    done.promise.catch(() => undefined);
    throw error;
  }
  await done.promise;
}
