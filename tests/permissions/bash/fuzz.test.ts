import { expect, test } from "bun:test";
import { random, randomCommand } from "./fuzz-commands.ts";
import { bashJudge } from "./support.ts";
import { type Trace, tracingShell } from "./tracing-shell.ts";

/**
 * TURNKIT_FUZZ_CASES=100000 TURNKIT_FUZZ_SEED=7 bun test …/fuzz.test.ts runs the long version; the short one is
 * bounded by its count.
 */
const CASES = Number(process.env.TURNKIT_FUZZ_CASES ?? 500);
const SEED = Number(process.env.TURNKIT_FUZZ_SEED ?? 1);
/** What the rules below match: `*` is any run, also within a word. `? cat` is a program that does not exist. */
const ALLOWED = /^(git status|ls |(\? )?cat)/;

/** Runs everything that was not denied, and gives what the real shell did against the verdict. */
async function violations(
  judge: ReturnType<typeof bashJudge>,
  broke: (trace: Trace) => boolean,
): Promise<{ ran: number; broken: readonly [string, Trace][] }> {
  using shell = tracingShell();
  const next = random(SEED);
  const broken: [string, Trace][] = [];
  let ran = 0;
  for (let index = 0; index < CASES; index++) {
    const command = randomCommand(next);
    if (command.includes("\0") || (await judge(command)).decision !== "allow") continue;
    ran += 1;
    const trace = shell.trace(command);
    if (broke(trace)) broken.push([command, trace]);
  }
  return { ran, broken };
}

test("what the rules allow runs nothing else and writes nothing, as the real shell shows", async () => {
  const builtins = [
    "printf",
    "read",
    "test",
    "set",
    "hash",
    "jobs",
    "export",
    "unset",
    "mapfile",
    "wait",
    "true",
  ];
  const programs = ["git status*", "ls *", "echo *", "cat*", "[ *", ...builtins.map((name) => `${name} *`)];
  const allow = programs.map((pattern) => `bash(${pattern})`);
  const judge = bashJudge({ allow });
  const { ran, broken } = await violations(
    judge,
    ({ ran, made }) => made.length > 0 || ran.some((program) => !ALLOWED.test(program)),
  );
  expect(broken).toEqual([]);
  expect(ran).toBeGreaterThan(CASES / 50);
}, 3_600_000);

test("what is not denied never runs the denied program, as the real shell shows", async () => {
  const judge = bashJudge({ mode: "full", deny: ["bash(evil*)"] });
  const { ran, broken } = await violations(judge, ({ ran }) =>
    ran.some((program) => program.startsWith("evil")),
  );
  expect(broken).toEqual([]);
  expect(ran).toBeGreaterThan(CASES / 50);
}, 3_600_000);
