import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cacheDir } from "../../config/cache-dir.ts";
import { resolveDataDir } from "../../config/data-dir.ts";
import { type Host, onTerminal } from "../../config/host.ts";
import { packageSpec } from "../../mcode-tools/artifact/pins.ts";
import { fetchFault } from "../../mcode-tools/fetch/errors.ts";
import { type Fetched, type FetchSource, fetchArtifact } from "../../mcode-tools/fetch/fetch-artifact.ts";
import { MAX_TRIES } from "../../mcode-tools/fetch/limits.ts";
import { pinsFrom } from "../../mcode-tools/fetch/own-pins.ts";
import { ProgressBar } from "../../mcode-tools/fetch/progress.ts";
import { texts } from "../../mcode-tools/fetch/texts.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import type { FetchFlags } from "./fetch-mcode-tools.ts";

export async function runFetchMcodeTools(this: CliContext, flags: FetchFlags): Promise<void> {
  const { host } = this;
  const pins = pinsFrom(flags);
  const source = sourceFrom(flags, host.cwd);
  const dataDir = resolveDataDir(host, flags.dataDir);
  const request = {
    pins,
    source,
    out: flags.out === undefined ? dataDir.turnkit : resolve(host.cwd, flags.out),
    cacheFolder: resolve(cacheDir(host), "artifacts"),
    offline: flags.offline === true,
  };
  const bar =
    onTerminal(host) && flags.quiet !== true ? new ProgressBar(host.stderr, () => host.now()) : undefined;
  try {
    const fetched = await fetchArtifact(request, portsOf(host, bar, flags.quiet === true));
    bar?.clear();
    const spec = packageSpec(pins);
    const { toolsVersion, paths } = fetched;
    if (flags.json === true) host.stdout.write(jsonDocument(document(fetched, pins)));
    else host.stdout.write(texts.done(spec, toolsVersion, paths.folder));
  } finally {
    bar?.clear();
  }
}

function portsOf(host: Host, bar: ProgressBar | undefined, quiet: boolean) {
  const note = (text: string): void => {
    bar?.clear();
    if (!quiet) host.stderr.write(`warning: ${text}\n`);
  };
  return {
    host,
    note,
    onProgress: (bytes: number, total: number | undefined) => bar?.update(bytes, total),
    client: async () => (await import("../../mcode-tools/fetch/npm-client.ts")).createNpmClient(host),
    tries: {
      signal: host.signal,
      onRetry: (problem: Error, waitMs: number, next: number) =>
        note(texts.retrying(problem.message, waitMs / 1000, next, MAX_TRIES)),
      sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    },
  };
}

function sourceFrom(flags: FetchFlags, cwd: string): FetchSource {
  const { fromFile, url } = flags;
  if (fromFile !== undefined && url !== undefined) throw fetchFault.sourcesConflict(["--from-file", "--url"]);
  if (fromFile !== undefined && flags.offline === true) {
    throw fetchFault.sourcesConflict(["--from-file", "--offline"]);
  }
  if (fromFile !== undefined) return { kind: "file", path: resolve(cwd, fromFile) };
  if (url === undefined) return { kind: "registry" };
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw fetchFault.urlInvalid(url);
  return { kind: "url", url };
}

/** The document of `--json`. */
function document(fetched: Fetched, pins: ReturnType<typeof pinsFrom>) {
  const { paths } = fetched;
  return {
    schemaVersion: 1,
    package: pins.packageName,
    version: pins.version,
    integrity: pins.integrity,
    cliSha256: pins.cliSha256,
    toolsVersion: fetched.toolsVersion,
    bytes: { compressed: fetched.compressedBytes, unpacked: fetched.unpackedBytes },
    from: fetched.from,
    fromCache: fetched.fromCache,
    folder: paths.folder,
    files: [paths.cli, paths.manifest, paths.notices],
  };
}
