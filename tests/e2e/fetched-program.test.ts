import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactPaths } from "../../src/mcode-tools/artifact/place.ts";
import { goodArtifact, pinFlags } from "../support/artifact.ts";
import { startTurnkit, turnkit } from "../support/binary.ts";
import { type Registry, startRegistry, writeNpmrc } from "../support/services.ts";
import { CALL, exec, place } from "./mcode-tools-place.ts";

setDefaultTimeout(60_000);

describe("the fetched program", () => {
  let registry: Registry;
  const SHOWING = `
const kept = Object.entries(process.env).filter(([name]) => /^(MCODE|__MAVIS|IS_SANDBOX|BUN_|M[A-Z]+_DATA_DIR)/i.test(name));
console.log(JSON.stringify({ argv: process.argv.slice(1), env: Object.fromEntries(kept) }));
if (process.argv.includes("--fail")) process.exitCode = 5;
if (process.argv.includes("--later")) setTimeout(() => process.exit(6), 50);
`;

  beforeAll(async () => {
    registry = await startRegistry();
  }, 60_000);
  afterAll(() => registry[Symbol.asyncDispose]());

  test("is fetched from a registry, verified, and run with its own words and a clean environment", async () => {
    using p = place();
    const artifact = await goodArtifact(SHOWING);
    await registry.publish("@acme/code", "1.0.0", artifact.tgz);
    writeNpmrc(p.home.path, `registry=${registry.url}`);
    const fetched = await turnkit(
      ["--data-dir", p.data, "fetch-mcode-tools", ...pinFlags(artifact.pins), "--json"],
      {
        env: p.env,
      },
    );
    expect(fetched).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(fetched.stdout)).toMatchObject({
      schemaVersion: 1,
      toolsVersion: "9.9.9",
      fromCache: false,
    });

    const hostile =
      "export mcode_auth_base_url=http://evil MCODE_API_BASE_URL=x Is_Sandbox=1 MINIMAX_DATA_DIR=/x;";
    const ran = await exec(p, `${hostile} mcode-tools --version 'two words' '' '*' --help`);
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    const shown = JSON.parse(ran.stdout);
    const { cli } = artifactPaths(join(p.data, "turnkit"));
    expect(shown.argv).toEqual([cli, "--version", "two words", "", "*", "--help"]);
    expect(Object.keys(shown.env).sort()).toEqual([
      "MCODE_AUTH_BROKER_CAPABILITY_FILE",
      "MCODE_AUTH_BROKER_ENDPOINT",
      "MCODE_AUTH_PROVIDER",
      "MCODE_CONFIG_DIR",
      "MCODE_REGION",
    ]);
    expect(shown.env).toMatchObject({
      MCODE_AUTH_PROVIDER: "shared-broker",
      MCODE_CONFIG_DIR: join(p.data, "integrations/mcode-tools/en"),
      MCODE_REGION: "en",
    });
    expect((await exec(p, "mcode-tools --fail")).exitCode).toBe(5);
    expect((await exec(p, "mcode-tools --later")).exitCode).toBe(6);
  });

  test("changed after the fetch it is not run: the built-in connector is, and the reason is said once", async () => {
    using p = place();
    const artifact = await goodArtifact(SHOWING);
    const tgz = p.home.file("a.tgz", artifact.tgz);
    const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
    expect((await turnkit(args, { env: p.env })).exitCode).toBe(0);
    writeFileSync(artifactPaths(join(p.data, "turnkit")).cli, "console.log('evil')\n");
    const ran = await exec(p, `${CALL}; ${CALL}`);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout.match(/Echo: hi/g)).toHaveLength(2);
    expect(ran.stdout).not.toContain("evil");
    expect(ran.stderr.match(/expected SHA-256/g)).toHaveLength(1);
  });

  test("j1, j2: a hostile folder has no effect on it", async () => {
    // The server would be a Bun of its own that reads these files.
    using p = place({});
    const artifact = await goodArtifact(SHOWING);
    const tgz = p.home.file("a.tgz", artifact.tgz);
    const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
    await turnkit(args, { env: p.env });
    const evil = 'require("node:fs").writeFileSync(require("node:path").join(__dirname, "MARKER"), "ran");';
    for (const [name, text] of Object.entries({
      "bunfig.toml": 'preload = ["./evil.js"]\n',
      "evil.js": evil,
      ".env": "MCODE_API_BASE_URL=http://evil\n",
      "package.json": '{"type": "commonjs"}',
    })) {
      p.home.file(name, text);
    }
    const bun = "export BUN_BE_BUN=1 BUN_OPTIONS='--preload ./evil.js'; ";
    const ran = await exec(p, `${bun} mcode-tools x`);
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(ran.stdout).env.MCODE_API_BASE_URL).toBeUndefined();
    expect(existsSync(join(p.home.path, "MARKER"))).toBe(false);
  });
});

test("i16: killed in the middle of placing, the next fetch leaves one whole artifact", async () => {
  using p = place();
  const artifact = await goodArtifact();
  const tgz = p.home.file("a.tgz", artifact.tgz);
  const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
  for (let delay = 0; delay < 60; delay += 6) {
    const child = startTurnkit(args, { env: p.env });
    await Bun.sleep(delay);
    child.kill("SIGKILL");
    await child.exited;
  }
  expect((await turnkit(args, { env: p.env })).exitCode).toBe(0);
  const { parent, folder } = artifactPaths(join(p.data, "turnkit"));
  expect(readdirSync(parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
  expect(readdirSync(folder).sort()).toEqual(["cli.mjs", "manifest.json"]);
  expect(readFileSync(join(folder, "cli.mjs"), "utf8")).toBe(artifact.cli);
});
