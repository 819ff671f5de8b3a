import { expect, test } from "bun:test";
import { join } from "node:path";
import { processHost } from "../../../src/cli/host.ts";
import { findPrograms } from "../../../src/config/programs.ts";
import { isSecretPath } from "../../../src/permissions/paths/secrets.ts";
import { rules, world } from "./support.ts";

const SECRET = [
  ".env",
  ".env.local",
  ".ENV",
  ".env.exampl",
  ".env.example2",
  ".envrc",
  ".env.d/x",
  "id_rsa",
  "id_rsa.old",
  "a/id_ed25519",
  "k/server.pem",
  "k/server.key~",
  ".ssh/config",
  ".aws/x/y",
  ".gnupg/pubring.kbx",
  ".docker/config.json",
  ".config/gh/hosts.yml",
  ".config/gcloud/a/b",
  "Library/Keychains/x",
  "credentials.json",
  ".netrc",
  ".git-credentials",
  "ssh_host_rsa_key",
  "x.kdbx",
];
const OPEN = [
  ".env.example",
  "x/.env.Example",
  "id_rsa.pub",
  "ssh_host_rsa_key.pub",
  "foo.env",
  "env",
  "key",
  "a.txt",
  "src/keys.ts",
  ".docker/other.json",
  "docs/credentials.md",
];

test.each(SECRET.map((name) => [name]))("%s is on the secret list", (name) => {
  expect(isSecretPath(join("/w", name))).toBe(true);
});

test.each(OPEN.map((name) => [name]))("%s is not", (name) => {
  expect(isSecretPath(join("/w", name))).toBe(false);
});

test("e13: what a search may not open is what the list names: ripgrep with the guard's globs agrees with it", async () => {
  using w = world();
  for (const name of [...SECRET, ...OPEN, "closed/a.txt", "x/also closed.md"]) w.file(name);
  const guard = w.guard("full", { rules: rules({ deny: ["read(closed/**)", "read(also closed.*)"] }) });
  const rg = await findPrograms(processHost({ compiled: false, script: "" })).ripgrep();
  if (rg === undefined) throw new Error("ripgrep is a dependency");
  const globs = (guard.searchExclusions?.(w.places.workspace) ?? []).map((glob) => `--iglob=!${glob}`);
  const listed = Bun.spawnSync([rg, "--files", "--hidden", "--no-ignore", ...globs], {
    cwd: w.places.workspace,
  });
  expect(listed.stdout.toString().trim().split("\n").sort()).toEqual([...OPEN].sort());
  for (const name of [...SECRET, "closed/a.txt", "x/also closed.md"]) {
    expect([name, guard.admits(join(w.places.workspace, name), "search")]).toEqual([name, false]);
  }
  for (const name of OPEN) {
    expect([name, guard.admits(join(w.places.workspace, name), "search")]).toEqual([name, true]);
  }
});
