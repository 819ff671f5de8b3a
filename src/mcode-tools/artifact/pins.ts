/** What identifies one artifact beyond doubt: nothing that differs from it is ever installed or run. */
export interface ArtifactPins {
  /** npm name, scope included. */
  readonly packageName: string;
  readonly version: string;
  /** Of the tarball, Subresource Integrity. */
  readonly integrity: string;
  /** Of `cli.mjs`, 64 hex digits in lower case. */
  readonly cliSha256: string;
  /** `version` in the artifact's manifest. */
  readonly toolsVersion: string;
  /** Absent in a caller's own pins: then the manifest's own environment counts. */
  readonly buildEnv?: "prod" | "staging" | "test";
}

/** The artifact this release was made for (70-mcode-tools: the original's facts). */
export const PINNED: ArtifactPins = {
  packageName: "@minimax-ai/code",
  version: "0.3.11",
  integrity:
    "sha512-sBOd8yvQRVuQNoGvzCDwXKaj5rQxLI3gKnojWS4+0wnMU9IXtxObSqbfBxz30Lze/zitRtSG2v76iJGHOmHRUA==",
  cliSha256: "e5a59ec5362e395b519317ad6fecd99f6e92308b9d985be44b64eb2f2b73a722",
  toolsVersion: "0.0.4",
  buildEnv: "prod",
};

/** The entries of the tarball that count; everything else in it is passed over. */
export const REQUIRED_ENTRIES = {
  cli: "package/embedded/mcode-tools/cli.mjs",
  manifest: "package/embedded/mcode-tools/manifest.json",
  notices: "package/THIRD_PARTY_NOTICES.md",
} as const;

export type EntryRole = keyof typeof REQUIRED_ENTRIES;

/** `NAME@VERSION` as people write it. */
export function packageSpec(pins: ArtifactPins): string {
  return `${pins.packageName}@${pins.version}`;
}
