import { expect, test } from "bun:test";
import { type Command, run } from "@stricli/core";
import fc from "fast-check";
import { buildDirectCli, loadRoot } from "../../src/cli/app.ts";
import type { CliContext } from "../../src/cli/context.ts";
import { withValuesApart } from "../../src/cli/global-flags.ts";
import { type CommandArguments, readPlainLine } from "../../src/cli/plain-line.ts";
import { running } from "../../src/cli/running.ts";
import { testHost } from "../support/cli.ts";
import { everyCommand, flagsOf, type NamedCommand } from "../support/commands.ts";

const host = testHost({ cwd: "/w", home: "/h" });
const { context } = running(host);
const root = await loadRoot(undefined);
const commands = await everyCommand();
const wordsOf = (named: NamedCommand): string => named.words.join(" ");

/** What stricli calls the command with; undefined where it refuses the words. */
async function readByStricli(
  command: Command<CliContext>,
  words: readonly string[],
): Promise<CommandArguments | undefined> {
  let seen: CommandArguments | undefined;
  const loader =
    async () =>
    (flags: object, ...places: unknown[]) => {
      const given = Object.entries(flags).filter(([, value]) => value !== undefined);
      seen = [Object.fromEntries(given), ...places];
    };
  await run(
    buildDirectCli(root, { ...command, loader }, { verbose: false, words: [] }),
    words,
    running(host).context,
  );
  return seen;
}

/** Words as people type them for this command, right and wrong. */
function typed(named: NamedCommand): fc.Arbitrary<readonly string[]> {
  const values = ["x", "1", "image", "", " ", "a\nb", "-", "-1", "{}", "30", "HEAD", "a=b"];
  const flags = flagsOf(named).flatMap(([flag, definition]) => {
    const own = definition.kind === "enum" ? [...definition.values, ...values] : values;
    const camel = flag.replace(/(?<=[a-z])-[a-z]/g, (found) => found.slice(1).toUpperCase());
    const plain = own.slice(0, 3).map((value) => (definition.kind === "boolean" ? [flag] : [flag, value]));
    return [
      ...plain,
      ...plain,
      [flag],
      [camel, ...own.slice(0, 1)],
      ...own.map((value) => [`${flag}=${value}`]),
    ];
  });
  const odd = [["--"], ["-q"], ["-h"], ["--no-quiet"], ["--noMcp"], ["--x"], ["--qiet"], ["---"]];
  const piece = fc.constantFrom(...flags, ...values.map((value) => [value]), ...odd);
  return fc.array(piece, { maxLength: 4 }).map((pieces) => withValuesApart(pieces.flat()));
}

test.each(commands.map((named) => [wordsOf(named), named] as const))(
  "%s: what is read without stricli, stricli reads the same",
  async (_, named) => {
    await fc.assert(
      fc.asyncProperty(typed(named), async (words) => {
        const read = await readPlainLine(named.command.parameters, words, context);
        if (read !== undefined)
          expect(read).toEqual((await readByStricli(named.command, words)) as CommandArguments);
      }),
      { numRuns: 200 },
    );
  },
);

const catalog = commands.find((named) => wordsOf(named) === "catalog list") as NamedCommand;
const explain = commands.find((named) => wordsOf(named) === "catalog explain") as NamedCommand;

test.each([
  [catalog, [], [{}]],
  [catalog, ["--no-mcp", "--format", "json"], [{ noMcp: true, format: "json" }]],
  [catalog, ["--format=json", "--contextWindow", "5"], [{ format: "json", contextWindow: 5 }]],
  [catalog, ["--mcp-config", "a", "--mcp-config=b"], [{ mcpConfig: ["a", "b"] }]],
  [explain, ["write", "--role", "explore"], [{ role: "explore" }, "write"]],
  [explain, ["a\nb", "--role=worker"], [{ role: "worker" }, "a\nb"]],
  [explain, ["--", "--role"], [{}, "--role"]],
] as const)("%#: a plain line needs no stricli", async ({ command }, words, read) => {
  expect(await readPlainLine(command.parameters, words, context)).toEqual(read as never);
});

test.each([
  [catalog, ["--help"]],
  [catalog, ["--no-quiet"]],
  [catalog, ["--format"]],
  [catalog, ["--format", "jsn"]],
  [catalog, ["--format", "json", "--format", "json"]],
  [catalog, ["--context-window", "0"]],
  [catalog, ["--no-mcp=true"]],
  [catalog, ["--agent", ""]],
  [catalog, ["write"]],
  [explain, []],
] as const)("%#: what is wrong is left to stricli", async ({ command }, words) => {
  expect(await readPlainLine(command.parameters, words, context)).toBeUndefined();
});

test("an empty value behind = and one of several lines belong to their flag", async () => {
  expect(withValuesApart(["--a=", "--b=1\n2=3", "--c=1", "--", "--d="])).toEqual([
    ...["--a", "", "--b", "1\n2=3", "--c=1", "--", "--d="],
  ]);
  const line = withValuesApart(["--agent=a\nb", "--no-quiet"]);
  expect(line).toEqual(["--agent", "a\nb", "--no-quiet"]);
});
