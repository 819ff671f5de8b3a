import { expect, test } from "bun:test";
import { isFault } from "../../src/output/fault.ts";
import { parseScript, readScript } from "../../src/turn/script/read.ts";
import { workspace } from "../support/workspace.ts";

async function faultsOf(text: string): Promise<string[]> {
  try {
    await parseScript({ file: "turn.yaml", text });
  } catch (error) {
    if (!isFault(error)) throw error;
    expect(error.exit).toBe(2);
    return [error.message, ...error.others.map((other) => other.what)].map(
      (what, at) => `${at === 0 ? error.where : error.others[at - 1]?.where} ${what}`,
    );
  }
  throw new Error("the script was accepted");
}

test("every fault of a script has its line and column", async () => {
  const faults = await faultsOf(`steps:
  - sya: hello
  - calls: [{tol: read}]
`);
  expect(faults.map((line) => line.split(" ", 1)[0])).toEqual([
    "turn.yaml:2:5",
    "turn.yaml:3:14",
    "turn.yaml:3:13",
  ]);
});

test("broken YAML is told with its position", async () => {
  const [first] = await faultsOf('steps:\n  - say: "no end\n');
  expect(first).toStartWith("turn.yaml:");
});

test("an empty script and one without steps are refused", async () => {
  expect((await faultsOf(""))[0]).toContain("it is empty");
  expect((await faultsOf("model: {}"))[0]).toContain('Cannot use the document: the key "steps" is missing');
});

test("a number that has no upper limit is told so", async () => {
  const [first] = await faultsOf("steps: [{calls: [{tool: read}], expect: [{call: -1, contains: x}]}]");
  expect(first).toContain("expected a whole number from 0 up at ");
});

test("expectations and references that lead nowhere are refused where they stand", async () => {
  const faults = await faultsOf(
    `steps:
  - calls: [{tool: read, args: {path: "\${result.0.0}"}}]
    expect:
      - {call: 1, contains: x}
      - {call: 0}
      - {call: 0, matches: "(?=x)"}
      - {call: 0, details: {no-slash: 1}}
  - {}
`,
  );
  expect(faults.map((line) => line.replace(/ .*/, ""))).toEqual([
    "turn.yaml:2:33",
    "turn.yaml:4:10",
    "turn.yaml:5:9",
    "turn.yaml:6:19",
    "turn.yaml:7:29",
    "turn.yaml:8:5",
  ]);
});

test("a missing script is one clear fault with exit 2", async () => {
  using dir = workspace();
  const reading = readScript(`${dir.path}/none.yaml`, "none.yaml");
  expect(reading).rejects.toMatchObject({ code: "script_missing", exit: 2, where: "none.yaml" });
});
