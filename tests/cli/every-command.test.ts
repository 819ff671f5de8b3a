import { describe, expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { everyCommand, flagsOf, type NamedCommand } from "../support/commands.ts";
import { workspace } from "../support/workspace.ts";

const commands = await everyCommand();
const nameOf = ({ words }: NamedCommand): string => words.join(" ");

/** Runs a command with as many arguments as it needs. */
async function run(named: NamedCommand, ...flags: readonly string[]) {
  using space = workspace({ file: "" });
  const { positional } = named.command.parameters;
  const needed = positional?.kind === "tuple" ? positional.parameters.map(() => "bash") : ["x"];
  const argv = [...named.words, ...flags, ...(positional === undefined ? [] : needed)];
  return await runCli(argv, testHost({ cwd: space.path, home: space.path }));
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

describe("places that are named wrongly are refused, whether the command needs them or not", () => {
  const WRONG = [
    ["--workspace", "file"],
    ["--workspace", "nowhere"],
    ["--data-dir", "file"],
    ["--data-dir", "file/below"],
    ["--config", "nowhere"],
  ] as const;
  const taking = commands.filter((named) => flagsOf(named).length > 0 && nameOf(named) !== "doctor");
  test.each(taking.map((named) => [nameOf(named), named] as const))("%s", async (_, named) => {
    for (const flags of WRONG) {
      const { stdout, stderr, exitCode } = await run(named, ...flags);
      expect({ flags, stdout, exitCode }).toEqual({ flags, stdout: "", exitCode: 2 });
      expect(stderr).toMatch(/^error: Cannot [^\n]*(file|nowhere)[^\n]*\)\n(hint: [^\n]*\n)?$/);
    }
  });

  test("before mcode-tools too", async () => {
    using space = workspace({ file: "" });
    for (const flags of WRONG) {
      const argv = [...flags, "mcode-tools", "connector", "tools"];
      const { exitCode } = await runCli(argv, testHost({ cwd: space.path, home: space.path }));
      expect({ flags, exitCode }).toEqual({ flags, exitCode: 2 });
    }
  });

  test("a variable that names a file for the data dir is told by its name; doctor lists it as a fault", async () => {
    using space = workspace({ file: "" });
    const host = () =>
      testHost({
        cwd: space.path,
        home: space.path,
        env: { PATH: process.env.PATH, MINIMAX_DATA_DIR: "file" },
      });
    const { stderr, exitCode } = await runCli(["mcp", "list"], host());
    expect({ exitCode, told: stderr.includes("MINIMAX_DATA_DIR names: it is no folder") }).toEqual({
      exitCode: 2,
      told: true,
    });
    const doctor = await runCli(["doctor"], host());
    expect(doctor.exitCode).toBe(3);
    expect(doctor.stdout).toContain("failed  data-dir: ");
  });
});
