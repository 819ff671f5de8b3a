import { expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";

/** Help touches no folder. */
const help = async (line: string): Promise<string> =>
  (await runCli(`${line} --help`.trim().split(" "), testHost({ cwd: "/", home: "/" }))).stdout;

test("usage lines show arguments that may be left out in brackets, the others in angles", async () => {
  const root = await help("");
  for (const usage of ["call <TOOL>", "run-turn [PROMPT]", "truncate [FILE]", "schema [NAME]..."]) {
    expect(root).toContain(`\n  turnkit ${usage}\n`);
  }
  expect(await help("truncate")).toStartWith("USAGE\n  turnkit truncate [FILE]\n");
  expect(await help("mcp remove")).toStartWith("USAGE\n  turnkit mcp remove <NAME>\n");
});

test("flags that take a value name it, in one column", async () => {
  const flags = (await help("run-turn")).split("FLAGS\n")[1]?.split("\n\n")[0]?.split("\n") ?? [];
  const named = flags.filter((line) => /--(max-steps|turn-timeout|file|resume)\b/.test(line));
  expect(named).toHaveLength(4);
  for (const line of named) expect(line).toMatch(/--[a-z-]+\](\.\.\.)? [A-Z|]+ {2,}\S/);
  const starts = flags.map((line) => /^( {2}.. {1,2}\S+(?: [A-Z|]+)? {2,})\S/.exec(line)?.[1]?.length);
  expect(new Set(starts).size).toBe(1);
});
