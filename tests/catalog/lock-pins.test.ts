import { expect, test } from "bun:test";
import { lockPlace, serverCommand } from "../support/lock-place.ts";
import { anthropic, provider } from "../support/provider.ts";
import { turnHost } from "../support/turn-host.ts";

const old = { s: serverCommand("declares", "old") };
/** Another process says otherwise: who the server is stays the same. */
const now = { s: { ...old.s, args: old.s.args.with(-1, "new") } };

/** The lock with the arguments of today, so that only what the server declares moved. */
async function locked(here: ReturnType<typeof lockPlace>, change: (lock: Lock) => void = () => {}) {
  await here.run("lock");
  const lock = JSON.parse(await here.lockText()) as Lock;
  for (const server of lock.servers) server.args = server.args.with(-1, "new");
  change(lock);
  here.space.file("turnkit.lock.json", `${JSON.stringify(lock, null, 2)}\n`);
  here.write(now);
}

interface Lock {
  pins?: string[];
  servers: { args: string[]; instructions?: string }[];
  tools: { title?: string; annotations?: object; outputSchema?: object }[];
}

test("a flipped hint, another title or output schema and new instructions are drift, with what moved", async () => {
  using here = lockPlace(old);
  await locked(here);
  const { stdout, stderr, exitCode } = await here.run("check");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 3 });
  expect(stdout).toContain("~ server s\n    instructions: Use the [-old-]{+new+} tools first.\n");
  expect(stdout).toContain("~ tool mcp__s__look\n    title: Look [-old-]{+new+}\n");
  expect(stdout).toContain("    annotations: openWorldHint: true, readOnlyHint: [-true-]{+false+}\n");
  expect(stdout).toMatch(/ {4}outputSchema:\n[\s\S]*- +"type": "string"\n[\s\S]*\+ +"type": "number"/);
  expect((await here.run("lock", "--update")).exitCode).toBe(0);
  expect((await here.run("check")).exitCode).toBe(0);
});

test("an older lock file is checked by what it pins, and what it does not is told", async () => {
  using here = lockPlace(old);
  await locked(here, (lock) => {
    delete lock.pins;
    for (const server of lock.servers) delete server.instructions;
    for (const tool of lock.tools) {
      delete tool.title;
      delete tool.annotations;
      delete tool.outputSchema;
    }
  });
  const note = "title, annotations, outputSchema, instructions";
  const { stdout, stderr, exitCode } = await here.run("check");
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    `note: Not compared, because the lock file is older than that: ${note}; "turnkit catalog lock --update" pins them\n`,
  );
  expect(stdout).toBe("tools: 0 added, 0 removed, 0 changed; servers: 0 added, 0 removed, 0 changed\n");
  expect((await here.run("check", "--quiet")).stderr).toBe("");
  const json = JSON.parse((await here.run("check", "--json")).stdout);
  expect(json).toMatchObject({ drift: false, unpinned: note.split(", ") });
  const call = await here.turnkit("call", "mcp__s__look", "--locked");
  expect({ code: call.exitCode, stdout: call.stdout }).toEqual({ code: 0, stdout: "new got look\n" });
  expect((await here.run("lock", "--update")).exitCode).toBe(0);
  expect(JSON.parse(await here.lockText()).pins).toEqual(note.split(", "));
});

test("a turn that is --locked hears nothing from a server whose instructions moved", async () => {
  const replies = () => anthropic(["Yes."]);
  using model = provider(replies, replies);
  using at = turnHost({
    "config.yaml": `models: {mine: {provider: anthropic, id: m, baseUrl: "${model.url}", apiKeyEnv: MY_KEY}}\n`,
    "mcp.json": JSON.stringify({ mcpServers: old }),
  });
  const run = (...argv: string[]) =>
    at.run([...argv, "--mcp-config", "mcp.json", "--config", "config.yaml"], {
      env: { PATH: process.env.PATH, MY_KEY: "key-of-this-test" },
    });
  const turn = ["run-turn", "Hello", "--model", "mine", "--lock", "turnkit.lock.json", "--locked"];
  await run("catalog", "lock", "--model", "mine");
  expect((await run(...turn)).exitCode).toBe(0);
  at.file("mcp.json", JSON.stringify({ mcpServers: now }));
  expect((await run(...turn)).exitCode).toBe(0);
  const [before, after] = model.received.map(({ body }) => JSON.stringify(body.messages));
  expect(before).toContain("Use the old tools first.");
  expect(after).not.toContain("tools first.");
});

test("pins of a later version do not trouble this one", async () => {
  using here = lockPlace(now);
  await here.run("lock");
  here.space.file("turnkit.lock.json", (await here.lockText()).replace('"title"', '"title", "icons"'));
  expect(await here.run("check")).toMatchObject({ exitCode: 0, stderr: "" });
});

test("--locked withholds a tool whose hints moved, and instructions that moved", async () => {
  using here = lockPlace(old);
  await locked(here);
  const call = await here.turnkit("call", "mcp__s__look", "--locked");
  expect(call.exitCode).toBe(2);
  expect(call.stderr).toContain("annotations: openWorldHint: true, readOnlyHint: [-true-]{+false+}");
  expect(call.stderr).toContain(
    "warning: withheld: what it says of itself differs from the lock file: instructions: Use the [-old-]{+new+} tools first. (s)\n",
  );
});

test.each([
  ["instructions", (text: string) => text.replace('"Use the old tools first."', "7")],
  ["hints", (text: string) => text.replace('"readOnlyHint": true', '"readOnlyHint": "yes"')],
  [
    "an output schema",
    (text: string) => text.replace(/"outputSchema": \{[^}]*\}[^}]*\}[^}]*\}/, '"outputSchema": 3'),
  ],
  ["a title", (text: string) => text.replace('"Look old"', "[]")],
])("a lock file with %s of another shape is exit 2", async (_, broken) => {
  using here = lockPlace(old);
  await here.run("lock");
  const text = await here.lockText();
  expect(broken(text)).not.toBe(text);
  here.space.file("turnkit.lock.json", broken(text));
  const { stderr, exitCode } = await here.run("check");
  expect(exitCode).toBe(2);
  expect(stderr).toContain("it is not a lock file");
});
