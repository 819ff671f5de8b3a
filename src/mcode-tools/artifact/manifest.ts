import type { ArtifactPins } from "./pins.ts";
import { PLACES } from "./places.ts";
import { texts } from "./texts.ts";

export interface ManifestResource {
  readonly path: string;
  readonly sha256: string;
}

export interface Manifest {
  readonly packageName: string;
  readonly version: string;
  readonly buildEnv: "prod" | "staging" | "test";
  readonly resources: readonly ManifestResource[];
}

export type CheckedManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly problem: string };

/** What the manifest must agree with; without pins only its own sense is checked. */
export interface ManifestExpectations {
  /** Of the cli.mjs beside it. */
  readonly cliSha256?: string;
  readonly pins?: ArtifactPins;
}

const PACKAGE_OF = {
  prod: "@minimax/mcode-tools",
  staging: "@minimax/mcode-tools-staging",
  test: "@minimax/mcode-tools-test",
} as const;

const KEYS = [
  "schemaVersion",
  "packageName",
  "version",
  "gitSha",
  "buildEnv",
  "bedrockLane",
  "nodeRange",
  "entry",
  "auth",
  "nativePackages",
  "resources",
] as const;

/** Checks a manifest by 70-mcode-tools, "Manifest check"; says what was expected and what stands there. */
export function checkManifest(bytes: Uint8Array, expectations: ManifestExpectations): CheckedManifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return bad(texts.notJson);
  }
  if (!isRecord(value)) return bad(texts.notObject);
  const problem = shapeProblem(value) ?? resourceProblem(value) ?? pinProblem(value, expectations);
  return problem === undefined ? { ok: true, manifest: value as unknown as Manifest } : bad(problem);
}

function shapeProblem(value: Record<string, unknown>): string | undefined {
  const missing = KEYS.filter((key) => !(key in value));
  if (missing.length > 0) return texts.missingKeys(missing);
  const { schemaVersion, buildEnv, packageName, bedrockLane, entry } = value;
  if (schemaVersion !== 3 && schemaVersion !== 4)
    return texts.differs("schemaVersion", "3 or 4", schemaVersion);
  if (buildEnv !== "prod" && buildEnv !== "staging" && buildEnv !== "test") {
    return texts.differs("buildEnv", '"prod", "staging" or "test"', buildEnv);
  }
  if (packageName !== PACKAGE_OF[buildEnv]) {
    return texts.differs("packageName", `"${PACKAGE_OF[buildEnv]}" (buildEnv is ${buildEnv})`, packageName);
  }
  if (typeof bedrockLane !== "string") return texts.differs("bedrockLane", "a text", bedrockLane);
  if (bedrockLane !== "" && buildEnv !== "test") return texts.differs("bedrockLane", '""', bedrockLane);
  if (entry !== PLACES.cli) return texts.differs("entry", `"${PLACES.cli}"`, entry);
  for (const key of ["version", "gitSha", "nodeRange"]) {
    if (typeof value[key] !== "string") return texts.differs(key, "a text", value[key]);
  }
  return authProblem(value.auth) ?? nativeProblem(value.nativePackages);
}

function authProblem(auth: unknown): string | undefined {
  if (!isRecord(auth) || auth.mode !== "shared-broker") {
    return texts.differs("auth.mode", '"shared-broker"', isRecord(auth) ? auth.mode : auth);
  }
  const protocol = auth.protocol;
  if (!isRecord(protocol) || protocol.wireVersion !== 1) {
    const got = isRecord(protocol) ? protocol.wireVersion : protocol;
    return texts.differs("auth.protocol.wireVersion", "1", got);
  }
  return undefined;
}

function nativeProblem(list: unknown): string | undefined {
  return Array.isArray(list) ? undefined : texts.differs("nativePackages", "a list", list);
}

function resourceProblem(value: Record<string, unknown>): string | undefined {
  const { resources } = value;
  if (!Array.isArray(resources)) return texts.differs("resources", "a list", resources);
  const seen = new Set<string>();
  for (const resource of resources) {
    if (!isRecord(resource) || typeof resource.path !== "string" || !isSha256(resource.sha256)) {
      return texts.badResource(resource);
    }
    // Only plain names: a path that leads out of the folder, or a separator of any system, is refused.
    if (!/^[\w.-]+$/.test(resource.path) || /^\.+$/.test(resource.path)) return texts.badResource(resource);
    if (resource.path === PLACES.manifest || seen.has(resource.path)) return texts.badResource(resource);
    seen.add(resource.path);
  }
  return seen.has(PLACES.cli) ? undefined : texts.noResource(PLACES.cli);
}

function pinProblem(value: Record<string, unknown>, expected: ManifestExpectations): string | undefined {
  const { cliSha256, pins } = expected;
  const listed = (value.resources as ManifestResource[]).find(({ path }) => path === PLACES.cli)?.sha256;
  if (cliSha256 !== undefined && listed !== cliSha256) {
    return texts.differs(`SHA-256 of ${PLACES.cli}`, cliSha256, listed);
  }
  if (pins === undefined) return undefined;
  if (value.version !== pins.toolsVersion)
    return texts.differs("version", `"${pins.toolsVersion}"`, value.version);
  if (pins.buildEnv !== undefined && value.buildEnv !== pins.buildEnv) {
    return texts.differs("buildEnv", `"${pins.buildEnv}"`, value.buildEnv);
  }
  return undefined;
}

function isSha256(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bad(problem: string): CheckedManifest {
  return { ok: false, problem };
}
