import { createHash } from "node:crypto";
import { createGzip } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { type ArtifactPins, REQUIRED_ENTRIES } from "../../src/mcode-tools/artifact/pins.ts";

/** An artifact as its maker would publish it, and the pins that fit it. */
export interface TestArtifact {
  readonly tgz: Buffer;
  readonly pins: ArtifactPins;
  readonly cli: string;
  readonly manifest: string;
  readonly notices: string;
}

export type TestEntry = readonly [
  header: Partial<Header> & Pick<Header, "name">,
  content?: string | Uint8Array,
];

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
export const sha1 = (data: Uint8Array): string => createHash("sha1").update(data).digest("hex");
export const sri = (data: Uint8Array): string =>
  `sha512-${createHash("sha512").update(data).digest("base64")}`;

export function manifestText(cli: string, changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    schemaVersion: 4,
    packageName: "@minimax/mcode-tools",
    version: "9.9.9",
    gitSha: "0123456",
    buildEnv: "prod",
    bedrockLane: "",
    nodeRange: ">=20",
    entry: "cli.mjs",
    auth: { mode: "shared-broker", protocol: { name: "mcode-auth-lease", version: "v1", wireVersion: 1 } },
    nativePackages: [],
    resources: [{ path: "cli.mjs", sha256: sha256(cli) }],
    ...changes,
  });
}

/** A tar archive, compressed; entries in the order given. */
export async function archive(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of entries) {
    if (content === undefined) tar.entry(header);
    else tar.entry(header, content);
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  const gzip = createGzip();
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => gzip.on("end", resolve).on("error", reject));
  for await (const chunk of tar) gzip.write(chunk);
  gzip.end();
  await ended;
  return Buffer.concat(chunks);
}

export function pinsOf(tgz: Uint8Array, cli: string): ArtifactPins {
  return {
    packageName: "@acme/code",
    version: "1.0.0",
    integrity: sri(tgz),
    cliSha256: sha256(cli),
    toolsVersion: "9.9.9",
  };
}

/** The three entries that count, of a good artifact; `cli` is a program that prints its arguments. */
export function goodEntries(
  cli = "console.log(JSON.stringify(process.argv.slice(2)));\n",
  manifest = manifestText(cli),
): TestEntry[] {
  return [
    [{ name: REQUIRED_ENTRIES.cli }, cli],
    [{ name: REQUIRED_ENTRIES.manifest }, manifest],
    [{ name: REQUIRED_ENTRIES.notices }, "notices\n"],
  ];
}

export async function goodArtifact(cli?: string): Promise<TestArtifact> {
  const entries = goodEntries(cli);
  const [[, program], [, manifest], [, notices]] = entries as [TestEntry, TestEntry, TestEntry];
  const tgz = await archive([[{ name: "package/package.json" }, "{}"], ...entries]);
  const text = String(program);
  return { tgz, pins: pinsOf(tgz, text), cli: text, manifest: String(manifest), notices: String(notices) };
}

/** The four flags that name an artifact on the command line. */
export function pinFlags(pins: ArtifactPins): string[] {
  return [
    "--package",
    `${pins.packageName}@${pins.version}`,
    "--integrity",
    pins.integrity,
    "--cli-sha256",
    pins.cliSha256,
    "--tools-version",
    pins.toolsVersion,
  ];
}
