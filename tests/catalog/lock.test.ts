import { describe, expect, test } from "bun:test";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { catalogDocument } from "../../src/catalog/document.ts";
import { lockedCatalog } from "../../src/catalog/lock/locked.ts";
import { portableText } from "../../src/catalog/lock/portable.ts";
import { lockDocument } from "../../src/catalog/lock/snapshot.ts";
import { SecretMask } from "../../src/output/secrets.ts";
import { entry, facts, sources } from "../support/catalog.ts";
import { lockPlace, serverCommand } from "../support/lock-place.ts";

const FACTS = JSON.stringify(catalogDocument(assembleCatalog(facts(), sources())).facts);
const TOOL = JSON.stringify({ name: "t", source: "builtin", description: "d", schema: { type: "object" } });

describe("turnkit catalog lock and check", () => {
  test("an unchanged catalog passes; the lock file is the same bytes whatever the servers' order", async () => {
    using here = lockPlace({ a: serverCommand("plain", "a"), b: serverCommand("plain", "b") });
    expect((await here.run("lock")).exitCode).toBe(0);
    const first = await here.lockText();
    here.write({ b: serverCommand("plain", "b"), a: serverCommand("plain", "a") });
    const again = await here.run("lock");
    expect(again.stdout).toMatch(/unchanged\n$/);
    expect(await here.lockText()).toBe(first);
    expect((await here.run("check")).exitCode).toBe(0);
  });

  test("a changed description, an added and a removed tool are red, with the words that moved", async () => {
    using here = lockPlace({ s: serverCommand("plain", "old"), p: serverCommand("pages", "p") });
    await here.run("lock");
    here.write({ s: serverCommand("plain", "new"), g: serverCommand("grows", "g") });
    const { stdout, exitCode } = await here.run("check");
    expect(exitCode).toBe(3);
    expect(stdout).toContain("- tool mcp__p__tool_1\n");
    expect(stdout).toContain("+ tool mcp__g__grow\n");
    expect(stdout).toContain("~ tool mcp__s__search\n    description: search of [-old-]{+new+}\n");
    expect(stdout).toContain("- server p\n+ server g\n");
    expect((await here.run("lock")).exitCode).toBe(2);
    expect((await here.run("lock", "--update")).exitCode).toBe(0);
    expect((await here.run("check")).exitCode).toBe(0);
  });

  test("a changed schema shows the lines that differ", async () => {
    using here = lockPlace({ s: serverCommand("type-of-id", "string") });
    await here.run("lock");
    here.write({ s: serverCommand("type-of-id", "number") });
    const { stdout } = await here.run("check");
    expect(stdout).toMatch(/schema:\n[\s\S]*- +"type": "string"\n[\s\S]*\+ +"type": "number"/);
  });

  test("a hash that does not fit its definition is drift", async () => {
    using here = lockPlace({});
    await here.run("lock");
    here.space.file("turnkit.lock.json", (await here.lockText()).replace(/"sha256": "./, '"sha256": "x'));
    const { stdout, exitCode } = await here.run("check");
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^~ tool \w+\n {4}sha256: \[-x/);
  });

  test("a definition that a server wrote anew is told by its ends, without minutes of comparing", async () => {
    using here = lockPlace({ s: serverCommand("rewritten-description", "old") });
    await here.run("lock");
    here.write({ s: serverCommand("rewritten-description", "new") });
    const { stdout, exitCode } = await here.run("check");
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/description: \[-old0 old1 .* … .* \(\d+ characters\)-\]\{\+new0 new1 .*\+\}/);
    expect(stdout.length).toBeLessThan(5_000);
  }, 15_000);

  test.each([
    ["--plan", "plan"],
    ["--goal", "goal"],
    ["--computer-use", "computerUse"],
  ])("%s is a fact of its own: named, and no drift", async (flag, fact) => {
    using here = lockPlace({});
    await here.run("lock");
    const other = await here.run("check", flag);
    expect({ code: other.exitCode, stdout: other.stdout }).toEqual({ code: 2, stdout: "" });
    expect(other.stderr).toContain(`${fact} off (now on)`);
    expect((await here.run("lock", "--update", flag)).exitCode).toBe(0);
    expect((await here.run("check", flag)).exitCode).toBe(0);
  });

  test("other facts are exit 2 and named; a server that does not answer is exit 1 without a verdict", async () => {
    using here = lockPlace({ s: serverCommand("plain", "s") });
    await here.run("lock");
    const other = await here.run("check", "--role", "worker");
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain("agent mavis (now worker)");
    here.write({ s: serverCommand("fails-to-list", "s") });
    const silent = await here.run("check");
    expect({ code: silent.exitCode, stdout: silent.stdout }).toEqual({ code: 1, stdout: "" });
    expect(silent.stderr).toContain('Cannot give a verdict: "s" did not answer');
    expect((await here.run("lock", "--update")).exitCode).toBe(1);
  });

  test.each([
    ["a variable that is not set", { command: "x", env: { KEY: `\${NOT_SET_ANYWHERE}` } }],
    ["a value of another kind", { command: ["x"] }],
    ["no program and no address", {}],
  ])(
    "a server that cannot even be started (%s) gives no verdict, as one that does not answer",
    async (_, broken) => {
      using here = lockPlace({ s: serverCommand("plain", "s") });
      await here.run("lock");
      here.write({ s: serverCommand("plain", "s"), broken });
      for (const verb of [["check"], ["lock", "--update"], ["lint"]]) {
        const { stderr, exitCode } = await here.run(...verb);
        expect({ verb, exitCode }).toEqual({ verb, exitCode: 1 });
        expect(stderr).toContain('Cannot give a verdict: "broken" did not answer');
      }
      expect((await here.run("list")).exitCode).toBe(0);
      here.write({ s: serverCommand("plain", "s"), broken: { command: "x", disabled: true } });
      expect((await here.run("lint")).exitCode).toBe(0);
    },
  );

  test("no secret and no path of this machine is in the lock file", async () => {
    using here = lockPlace({});
    const args = ["--root", here.space.path, "--api-key", "k3yk3yk3y", "--token=t0kent0ken"];
    args.push("--header", "Authorization: Bearer b3arer", "-e", "X_API_KEY=3nvk3y", "X-Auth:h3ader");
    args.push("postgres://ann:p4ssw0rd@db/x", "DSN=postgres://ann:p4ssw0rd@db/x", "https://h/x?token=qu3ry");
    here.write({ s: { ...serverCommand("plain", "s", args), env: { SECRET_WORD: "hush-hush-hush" } } });
    await here.run("lock");
    const text = await here.lockText();
    for (const secret of [
      "k3yk3yk3y",
      "t0kent0ken",
      "hush-hush",
      "b3arer",
      "3nvk3y",
      "h3ader",
      "p4ssw0rd",
      "qu3ry",
      here.space.path,
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toMatch(/"\$\{workspace\}"/);
  });

  test.each([
    ["no such file", undefined, "there is no such file (turnkit.lock.json)"],
    ["not JSON", '{"a":', "(turnkit.lock.json:1:6)"],
    ["a future version", '{"schemaVersion": 2}', "its schemaVersion is 2, this program knows 1"],
    [
      "facts of another shape",
      `{"schemaVersion": 1, "facts": ${FACTS.replace('"cli"', "7")}, "servers": [], "tools": []}`,
      "it is not a lock file",
    ],
    [
      "servers of another shape",
      `{"schemaVersion": 1, "facts": ${FACTS}, "servers": [{"name": "s", "transport": "stdio", "args": 5}], "tools": []}`,
      "it is not a lock file",
    ],
    [
      "a tool that is there twice",
      `{"schemaVersion": 1, "facts": ${FACTS}, "servers": [], "tools": [${TOOL}, ${TOOL}]}`,
      'it has the tool "t" twice',
    ],
    ["another document", '{"schemaVersion": 1, "tools": 3}', "it is not a lock file"],
  ])("%s is exit 2 before anything is started", async (_, text, words) => {
    using here = lockPlace({ dead: { command: "/nowhere" } });
    if (text !== undefined) here.space.file("turnkit.lock.json", text);
    const { stdout, stderr, exitCode } = await here.run("check");
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("nowhere");
  });
});

test("turnkit catalog diff compares saved catalogs and lock files", async () => {
  using here = lockPlace({ s: serverCommand("plain", "old") });
  await here.run("lock");
  here.space.file("old.json", (await here.run("list", "--format", "json")).stdout);
  here.write({ s: serverCommand("plain", "new") });
  here.space.file("new.json", (await here.run("list", "--format", "json")).stdout);
  const same = await here.run("diff", "old.json", "turnkit.lock.json");
  expect(same.exitCode).toBe(0);
  expect(same.stderr).toBe(
    "note: Not compared, because only one of the two has them: title, annotations, outputSchema, instructions\n",
  );
  const { stdout, exitCode } = await here.run("diff", "turnkit.lock.json", "new.json", "--format", "json");
  expect(exitCode).toBe(3);
  expect(JSON.parse(stdout).tools.changed).toEqual([
    {
      name: "mcp__s__search",
      changes: [{ field: "description", before: "search of old", after: "search of new" }],
    },
  ]);
});

describe("a catalog held to a lock file", () => {
  const places = { workspace: "/w", dataDir: "/d", home: "/h" };
  const mask = new SecretMask();
  const given = sources("read", "s/a", "s/b");

  test("withholds what is not in it or differs, and says which words moved", async () => {
    const lock = lockDocument({ catalog: assembleCatalog(facts(), given), servers: [], places, mask });
    expect((await lockedCatalog(facts(), given, { lock, places, mask, servers: [] })).diagnostics).toEqual(
      [],
    );
    const now = { ...given, mcp: [entry("s/a", "does worse"), ...given.mcp.slice(1), entry("s/c")] };
    const catalog = await lockedCatalog(facts(), now, { lock, places, mask, servers: [] });
    expect(catalogDocument(catalog).tools.map(({ name, status, stage }) => [name, status, stage])).toEqual([
      ["read", "offered", undefined],
      ["mcp__s__b", "offered", undefined],
      ["mcp__s__a", "dropped", "source"],
      ["mcp__s__c", "dropped", "source"],
    ]);
    expect(catalog.diagnostics.map(({ message }) => message)).toEqual([
      "withheld: its definition differs from the lock file: description: does [-s/a-]{+worse+}",
      "withheld: it is not in the lock file",
    ]);
  });
});

test("paths of this machine are written by their role, whole folders only", () => {
  const portable = portableText({
    workspace: "/home/ann/w",
    dataDir: "/home/ann/.minimax/",
    home: "/home/ann",
  });
  const texts = [
    "/home/ann/w/x",
    "/home/ann/.minimax/mcp.json",
    "file:///home/ann",
    "/home/anna",
    "/mnt/home/ann",
  ];
  expect(texts.map(portable).map((text) => text.replaceAll("$", ""))).toEqual([
    "{workspace}/x",
    "{dataDir}/mcp.json",
    "file://{home}",
    "/home/anna",
    "/mnt/home/ann",
  ]);
});
