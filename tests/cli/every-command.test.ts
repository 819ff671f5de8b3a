import { describe, expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { everyCommand, flagsOf, type NamedCommand } from "../support/commands.ts";
import { workspace } from "../support/workspace.ts";

const commands = await everyCommand();
const nameOf = ({ words }: NamedCommand): string => words.join(" ");

/** Runs a command with as many arguments as it needs. */
async function run(named: NamedCommand, ...flags: readonly string[]) {
  using space = workspace();
  const { positional } = named.command.parameters;
  const needed = positional?.kind === "tuple" ? positional.parameters.map(() => "bash") : ["x"];
  const argv = [...named.words, ...flags, ...(positional === undefined ? [] : needed)];
  return runCli(argv, testHost({ cwd: space.path, home: space.path }));
}

/** Nothing is a list that holds nothing. */
const MAY_BE_EMPTY = ["--supports"];

describe("a flag that wants a value refuses an empty one", () => {
  test.each(commands.map((named) => [nameOf(named), named] as const))("%s", async (_, named) => {
    for (const [flag, { kind }] of flagsOf(named)) {
      if (kind === "boolean" || MAY_BE_EMPTY.includes(flag)) continue;
      for (const spelled of [[flag, ""], [`${flag}=`], [flag, " "]]) {
        const { stdout, stderr, exitCode } = await run(named, ...spelled);
        expect({ spelled, stdout, exitCode }).toEqual({ spelled, stdout: "", exitCode: 2 });
        expect(stderr).toMatch(new RegExp(`^error: [^\n]* \\(${flag}\\)\nhint: [^\n]*\n$`));
      }
    }
  });
});

test("so does a global flag before the command, and before mcode-tools, which has none of its own", async () => {
  using space = workspace();
  for (const word of ["catalog", "mcode-tools"]) {
    for (const flag of ["--workspace", "--data-dir", "--config"]) {
      for (const spelled of [[flag, ""], [`${flag}=`]]) {
        const host = testHost({ cwd: space.path, home: space.path });
        const { stderr, exitCode } = await runCli([...spelled, word], host);
        expect({ spelled, exitCode }).toEqual({ spelled, exitCode: 2 });
        expect(stderr).toMatch(/^error: Cannot use an empty value/);
      }
    }
  }
});

describe("--json with another --format is refused before anything is done", () => {
  const formats = commands.flatMap((named) => {
    const format = flagsOf(named).find(([flag]) => flag === "--format")?.[1];
    return format?.kind === "enum"
      ? format.values.map((value) => [nameOf(named), value, named] as const)
      : [];
  });
  test.each(formats.filter(([, format]) => format !== "json"))("%s --format %s", async (_, format, named) => {
    const { stdout, stderr, exitCode } = await run(named, "--json", "--format", format);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toBe(
      `error: Cannot use --json together with --format ${format} (--format)\n` +
        "hint: --json is short for --format json: leave one of them out\n",
    );
  });
});

test("whatever takes --json takes --format json, and the other way round", () => {
  for (const named of commands) {
    const flags = new Map(flagsOf(named));
    const format = flags.get("--format");
    const takes = format?.kind === "enum" && format.values.includes("json");
    expect([nameOf(named), takes]).toEqual([nameOf(named), flags.has("--json")]);
  }
});

test("every command has help with an example of itself", async () => {
  for (const named of commands) {
    using space = workspace();
    const host = testHost({ cwd: space.path, home: space.path });
    const { stdout, exitCode } = await runCli([...named.words, "--help"], host);
    expect(exitCode).toBe(0);
    const [, examples = ""] = stdout.split(/^ *Examples:/m);
    const [first] = named.words;
    expect([nameOf(named), examples.includes(first === "mcode-tools" ? first : `turnkit ${first}`)]).toEqual([
      nameOf(named),
      true,
    ]);
  }
});
