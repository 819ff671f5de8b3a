import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { registerAssets } from "../../src/config/registered-assets.ts";
import { placeEmbedded } from "../../src/mcode-tools/artifact/embedded.ts";
import { artifactPaths, placeArtifact, recoverPlacement } from "../../src/mcode-tools/artifact/place.ts";
import { installedArtifact } from "../../src/mcode-tools/artifact/verify.ts";
import { goodArtifact, manifestText, type TestArtifact } from "../support/artifact.ts";
import { workspace } from "../support/workspace.ts";

const content = ({ cli, manifest, notices }: TestArtifact) => ({
  cli: Buffer.from(cli),
  manifest: Buffer.from(manifest),
  notices: Buffer.from(notices),
});

const platform = process.platform;

test("a placed artifact is ready, private, and nothing stands beside it", async () => {
  using out = workspace();
  const artifact = await goodArtifact();
  const paths = artifactPaths(out.path);
  expect(await placeArtifact(paths, content(artifact), platform)).toBe(true);
  expect(await installedArtifact(out.path, platform, artifact.pins)).toMatchObject({
    state: "ready",
    cliSha256: artifact.pins.cliSha256,
  });
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("placing replaces what was there, a broken folder and a link included", async () => {
  using out = workspace({
    "elsewhere/precious.txt": "precious",
    "embedded/mcode-tools/junk/deep.txt": "junk",
  });
  const artifact = await goodArtifact();
  const paths = artifactPaths(out.path);
  await placeArtifact(paths, content(artifact), platform);
  expect(readdirSync(paths.folder).sort()).toEqual(["cli.mjs", "manifest.json"]);
  renameSync(paths.folder, join(out.path, "moved"));
  symlinkSync(join(out.path, "elsewhere"), paths.folder);
  await placeArtifact(paths, content(artifact), platform);
  expect(readdirSync(paths.folder).sort()).toEqual(["cli.mjs", "manifest.json"]);
  expect(readFileSync(join(out.path, "elsewhere/precious.txt"), "utf8")).toBe("precious");
});

test("i15: when the last step fails, the old artifact is back in place", async () => {
  using out = workspace();
  const [first, second] = [await goodArtifact(), await goodArtifact("console.log('second');\n")];
  const paths = artifactPaths(out.path);
  await placeArtifact(paths, content(first), platform);
  writeFileSync(join(out.path, "keep"), "");
  renameSync(paths.notices, join(out.path, "notices"));
  mkdirSync(paths.notices);
  await expect(placeArtifact(paths, content(second), platform)).rejects.toThrow();
  expect(readFileSync(paths.cli, "utf8")).toBe(first.cli);
  expect(await installedArtifact(out.path, platform)).toMatchObject({ state: "ready" });
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("i16: a placement cut before the new folder came in is undone at the next use", async () => {
  using out = workspace();
  const artifact = await goodArtifact();
  const paths = artifactPaths(out.path);
  await placeArtifact(paths, content(artifact), platform);
  renameSync(paths.folder, join(paths.parent, ".mcode-tools-old-0badcafe"));
  mkdirSync(join(paths.parent, ".mcode-tools-new-0badcafe"));
  writeFileSync(join(paths.parent, ".mcode-tools-new-0badcafe/cli.mjs"), "half");
  writeFileSync(join(paths.parent, ".MCODE_TOOLS_NOTICES.md.0badcafe-0000.tmp"), "half");
  expect(await installedArtifact(out.path, platform)).toMatchObject({ state: "ready" });
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("i16: a placement cut after the new folder came in is finished at the next use", async () => {
  using out = workspace();
  const [first, second] = [await goodArtifact(), await goodArtifact("console.log('second');\n")];
  const paths = artifactPaths(out.path);
  await placeArtifact(paths, content(first), platform);
  renameSync(paths.folder, join(paths.parent, ".mcode-tools-old-0badcafe"));
  await placeArtifact(artifactPaths(join(out.path, "other")), content(second), platform);
  renameSync(artifactPaths(join(out.path, "other")).folder, paths.folder);
  await recoverPlacement(paths, platform);
  expect(readFileSync(paths.cli, "utf8")).toBe(second.cli);
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("the place of a living process is left alone, that of a dead one is taken over", async () => {
  using out = workspace();
  const artifact = await goodArtifact();
  const paths = artifactPaths(out.path);
  mkdirSync(paths.parent);
  const lock = join(paths.parent, ".mcode-tools.lock");
  const old = join(paths.parent, ".mcode-tools-old-0badcafe");
  mkdirSync(old);
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, started: "" }));
  await recoverPlacement(paths, platform);
  expect(existsSync(old)).toBe(true);
  writeFileSync(lock, JSON.stringify({ pid: process.pid, started: "another time" }));
  expect(await placeArtifact(paths, content(artifact), platform)).toBe(true);
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("ten fetches at once leave one whole artifact", async () => {
  using out = workspace();
  const artifacts = await Promise.all(
    Array.from({ length: 10 }, (_, index) => goodArtifact(`console.log(${index});\n`)),
  );
  const paths = artifactPaths(out.path);
  await Promise.all(artifacts.map((artifact) => placeArtifact(paths, content(artifact), platform)));
  expect(await installedArtifact(out.path, platform)).toMatchObject({ state: "ready" });
  expect(readdirSync(paths.parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("every difference from the manifest disables the artifact and is told", async () => {
  const artifact = await goodArtifact();
  const cases: [words: string, spoil: (folder: string) => void][] = [
    ["expected SHA-256", (folder) => writeFileSync(join(folder, "cli.mjs"), "changed")],
    ['"more.txt" does not belong', (folder) => writeFileSync(join(folder, "more.txt"), "")],
    ["is not there", (folder) => renameSync(join(folder, "cli.mjs"), `${folder}.cli`)],
    [
      "expected a regular file",
      (folder) => {
        renameSync(join(folder, "cli.mjs"), `${folder}.cli`);
        symlinkSync(`${folder}.cli`, join(folder, "cli.mjs"));
      },
    ],
    ["expected JSON", (folder) => writeFileSync(join(folder, "manifest.json"), "{")],
  ];
  for (const [words, spoil] of cases) {
    using out = workspace();
    const paths = artifactPaths(out.path);
    await placeArtifact(paths, content(artifact), platform);
    spoil(paths.folder);
    const installed = await installedArtifact(out.path, platform);
    expect(installed).toMatchObject({ state: "mismatch", problem: expect.stringContaining(words) });
  }
});

test("a manifest that does not make sense is told with what was expected", async () => {
  const { cli } = await goodArtifact();
  const cases: [changes: Record<string, unknown>, words: string][] = [
    [{ schemaVersion: 2 }, "schemaVersion: expected 3 or 4, got 2"],
    [{ packageName: "@minimax/mcode-tools-test" }, 'expected "@minimax/mcode-tools" (buildEnv is prod)'],
    [{ buildEnv: "dev" }, "buildEnv: expected"],
    [{ bedrockLane: "blue" }, 'bedrockLane: expected "", got "blue"'],
    [{ entry: "../cli.mjs" }, "entry: expected"],
    [{ auth: { mode: "token" } }, "auth.mode: expected"],
    [{ auth: { mode: "shared-broker", protocol: { wireVersion: 2 } } }, "wireVersion: expected 1, got 2"],
    [{ nativePackages: undefined }, "expected the keys nativePackages"],
    [{ resources: [] }, 'expected "cli.mjs" among them'],
    [{ resources: [{ path: "../cli.mjs", sha256: "0".repeat(64) }] }, "a plain file name"],
    [{ resources: "all" }, "resources: expected a list"],
  ];
  for (const [changes, words] of cases) {
    using out = workspace();
    const artifact = { ...(await goodArtifact()), cli, manifest: manifestText(cli, changes) };
    await placeArtifact(artifactPaths(out.path), content(artifact), platform);
    const installed = await installedArtifact(out.path, platform);
    expect(installed).toMatchObject({ state: "mismatch", problem: expect.stringContaining(words) });
  }
  using out = workspace();
  const names = { buildEnv: "test", packageName: "@minimax/mcode-tools-test", bedrockLane: "blue" };
  const artifact = {
    ...(await goodArtifact()),
    cli,
    manifest: manifestText(cli, { ...names, schemaVersion: 3 }),
  };
  await placeArtifact(artifactPaths(out.path), content(artifact), platform);
  expect(await installedArtifact(out.path, platform)).toMatchObject({ state: "ready" });
});

test("an artifact that the binary was built with is installed where none is, and never over one", async () => {
  using out = workspace();
  const [built, fetched] = [await goodArtifact(), await goodArtifact("console.log('fetched');\n")];
  const asset = (name: string, text: string) => ({
    path: out.file(name, text),
    sha256: "",
    bytes: text.length,
  });
  registerAssets({
    "embedded/mcode-tools/cli.mjs": asset("c", built.cli),
    "embedded/mcode-tools/manifest.json": asset("m", built.manifest),
    "embedded/MCODE_TOOLS_NOTICES.md": asset("n", built.notices),
  });
  try {
    await placeEmbedded(join(out.path, "empty"), platform);
    expect(await installedArtifact(join(out.path, "empty"), platform)).toMatchObject({ state: "ready" });
    const taken = artifactPaths(join(out.path, "taken"));
    await placeArtifact(taken, content(fetched), platform);
    await placeEmbedded(join(out.path, "taken"), platform);
    expect(readFileSync(taken.cli, "utf8")).toBe(fetched.cli);
  } finally {
    registerAssets(undefined);
  }
});

test("a file in the way of the folder is told and stays as it was", async () => {
  using out = workspace({ embedded: "a file" });
  const artifact = content(await goodArtifact());
  await expect(placeArtifact(artifactPaths(out.path), artifact, platform)).rejects.toThrow();
  expect(readFileSync(join(out.path, "embedded"), "utf8")).toBe("a file");
});
