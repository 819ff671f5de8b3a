import { isFault } from "../../output/fault.ts";
import { type ArtifactPins, packageSpec } from "../artifact/pins.ts";
import { fetchFault } from "./errors.ts";
import { MAX_METADATA_BYTES } from "./limits.ts";
import type { NpmClient } from "./npm-client.ts";
import { texts } from "./texts.ts";

/** npm's short form of what a registry knows of a package. */
const ABBREVIATED = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*";

/**
 * Asks the user's registry where the tarball of the pinned version is.
 * @throws Fault `package_absent` when the registry has no such package or version.
 */
export async function tarballUrl(
  client: NpmClient,
  pins: ArtifactPins,
  signal: AbortSignal,
): Promise<string> {
  const spec = packageSpec(pins);
  const registry = client.registryOf(spec).replace(/\/*$/, "/");
  const url = registry + pins.packageName.replace("/", "%2f");
  const document = await metadata(client, { url, spec, signal });
  const versions = (document as { versions?: Record<string, { dist?: { tarball?: unknown } } | undefined> })
    .versions;
  if (typeof versions !== "object" || versions === null || !Object.hasOwn(versions, pins.version)) {
    throw fetchFault.packageAbsent(spec);
  }
  const tarball = versions[pins.version]?.dist?.tarball;
  if (typeof tarball !== "string" || !URL.canParse(tarball)) {
    throw fetchFault.registryAnswerInvalid(spec, texts.answerWithoutTarball);
  }
  return onRegistry(tarball, registry, client);
}

async function metadata(
  client: NpmClient,
  { url, spec, signal }: { url: string; spec: string; signal: AbortSignal },
): Promise<unknown> {
  const answer = await client.get(url, { signal, accept: ABBREVIATED, spec }).catch((error: unknown) => {
    if (isFault(error) && error.data.status === 404) throw fetchFault.packageAbsent(spec);
    throw error;
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > MAX_METADATA_BYTES) {
        const got = texts.moreThan(MAX_METADATA_BYTES);
        throw fetchFault.limitExceeded(answer.url, texts.registryAnswer, MAX_METADATA_BYTES, got);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (isFault(error)) throw error;
    signal.throwIfAborted();
    throw fetchFault.connectionFailed(answer.url, texts.bodyBroken, error);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Told below: a login page in HTML is what people meet here.
  }
  throw fetchFault.registryAnswerInvalid(spec, texts.answerNotJson(answer.type || texts.noType));
}

/**
 * A mirror often names the tarball's first home. npm then asks the configured registry instead
 * (`replace-registry-host`), and so does this.
 */
function onRegistry(tarball: string, registry: string, client: NpmClient): string {
  const { options, defaultRegistry } = client.configuration;
  const replace = options.replaceRegistryHost ?? "npmjs";
  const from = new URL(tarball);
  const replaced =
    replace === "always" ||
    (replace === "npmjs" && from.host === new URL(defaultRegistry).host) ||
    from.host === replace;
  if (!replaced) return tarball;
  const to = new URL(registry);
  return `${to.origin}${from.pathname.startsWith(to.pathname) ? "" : to.pathname.replace(/\/$/, "")}${from.pathname}`;
}
