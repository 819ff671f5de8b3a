/** The platforms that get a binary (80-build), and what each needs from the registry. */
export interface Target {
  readonly name: string;
  /** As `bun build --target` calls it. */
  readonly bun: string;
  /** The ripgrep package whose program is embedded. */
  readonly ripgrep: string;
  readonly executable: string;
  readonly platform: NodeJS.Platform;
}

const target = (name: string, ripgrep: string): Target => ({
  name,
  bun: `bun-${name}`,
  ripgrep: `@vscode/ripgrep-${ripgrep}`,
  executable: name.startsWith("windows") ? "turnkit.exe" : "turnkit",
  platform: ripgrep.split("-")[0] as NodeJS.Platform,
});

export const TARGETS: readonly Target[] = [
  target("linux-x64", "linux-x64"),
  target("linux-arm64", "linux-arm64"),
  target("linux-x64-musl", "linux-x64"),
  target("linux-arm64-musl", "linux-arm64"),
  target("darwin-x64", "darwin-x64"),
  target("darwin-arm64", "darwin-arm64"),
  target("windows-x64", "win32-x64"),
  target("windows-arm64", "win32-arm64"),
];

/** The target of the machine this runs on. */
export function thisMachine(): Target {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `${platform}-${process.arch}${isMusl() ? "-musl" : ""}`;
  const found = TARGETS.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`No target for this machine: ${name}`);
  return found;
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const header = (process.report?.getReport() as { header?: { glibcVersionRuntime?: string } })?.header;
  return header !== undefined && header.glibcVersionRuntime === undefined;
}
