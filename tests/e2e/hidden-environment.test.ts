import { expect, test } from "bun:test";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

const KEY = "sk-never-to-be-seen";
/** Looks through every process that it may look into. */
const SEARCH = `cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c '^ANTHROPIC_API_KEY=${KEY}'; id -u`;

/** `turnkit call bash` as an ordinary user: as root nothing can be hidden. */
async function called(command: string) {
  using place = workspace();
  chmodSync(place.path, 0o777);
  const binary = join(place.path, "turnkit");
  copyFileSync(BINARY, binary);
  chmodSync(binary, 0o755);
  const user =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  const args = ["call", "bash", "--json", "--no-mcp", "--args", JSON.stringify({ command })];
  const child = Bun.spawn([...user, binary, ...args], {
    cwd: place.path,
    env: { PATH: process.env.PATH, HOME: place.path, ANTHROPIC_API_KEY: KEY },
    stdout: "pipe",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

test.if(process.platform === "linux")(
  "b21: a command can read the keys of its host neither in its environment nor from /proc",
  async () => {
    const { text, details } = await called(SEARCH);
    const [found, user] = text.split("\n");
    expect(Number(user)).toBeGreaterThan(0);
    expect(found).toBe("0");
    expect(details.environment_removed).toContain("ANTHROPIC_API_KEY");
    expect(details.warnings).toBeUndefined();
  },
);
