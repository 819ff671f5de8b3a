/** The shell and the search tools against the programs they run. `bun bench/tools/run.ts [searches|shells|flood]` */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ShellTurn, shellTurn } from "../../tests/support/shell.ts";

const FOLDERS = 500;
const FILES_A_FOLDER = 100;
const ROUNDS = 15;
const WORDS = ["alpha", "beta", "gamma", "const", "function", "return", "import", "value"];

/** A tree of 50,000 text files of 30 lines; one in fifty holds the needle. */
function makeTree(root: string): void {
  let number = 0;
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `part${folder % 10}`, `folder${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_A_FOLDER; file++, number++) {
      const line = (n: number) =>
        Array.from({ length: 8 }, (_, word) => WORDS[(n * 7 + word * word + number) % 8]).join(" ");
      const lines = Array.from({ length: 30 }, (_, n) => line(n));
      if (number % 50 === 0) lines.push("the needle stands here");
      writeFileSync(join(path, `file${file}.${file % 3 === 0 ? "md" : "ts"}`), `${lines.join("\n")}\n`);
    }
  }
}

/** Runs a program as the runtime does, reading and dropping what it prints. */
function runProgram(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    child.on("close", () => resolve());
  });
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Processor time of this process and its ended children, milliseconds; steady also on a busy machine. */
function processorTime(): number {
  const fields = readFileSync("/proc/self/stat", "latin1").split(") ")[1]?.split(" ") ?? [];
  const TICKS_A_SECOND = 100;
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND) * 1000;
}

interface Measured {
  /** The fastest of the rounds, wall time in milliseconds: on a busy machine the others measure the machine. */
  readonly tool: number;
  readonly floor: number;
  /** Processor time of all rounds together. */
  readonly processorRatio: number;
}

/** Both taken in turns. */
async function compare(tool: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<Measured> {
  const wall: [number[], number[]] = [[], []];
  const spent: [number, number] = [0, 0];
  for (let round = -1; round < ROUNDS; round++) {
    for (const [side, work] of [tool, floor].entries()) {
      const before = processorTime();
      const time = await milliseconds(work);
      // The first round only warms up.
      if (round < 0) continue;
      wall[side]?.push(time);
      spent[side as 0 | 1] += processorTime() - before;
    }
  }
  return { tool: Math.min(...wall[0]), floor: Math.min(...wall[1]), processorRatio: spent[0] / spent[1] };
}

function row(name: string, { tool, floor, processorRatio }: Measured): string {
  const over = tool - 1.2 * floor;
  const times = `${tool.toFixed(1)} ms | ${floor.toFixed(1)} ms | ${(tool / floor).toFixed(2)}`;
  return `| ${name} | ${times} | ${over.toFixed(1)} ms | ${processorRatio.toFixed(2)} |`;
}

async function firstGrep(tree: string): Promise<void> {
  await using turn = shellTurn(tree);
  await turn.grep({ pattern: "absent" });
}

async function searches(turn: ShellTurn, tree: string): Promise<void> {
  const rg = (await turn.services.programs.ripgrep()) ?? "rg";
  // By the same rules: hidden files, and for grep the size of files. With --null ripgrep writes in blocks; line by
  // line it would be woken, and so favoured, by a busy machine. With `.` it need not take its own path apart.
  const floor = (args: string[]) => () => {
    const size = args.includes("--files") ? [] : ["--max-filesize=1M"];
    return runProgram(rg, ["--no-config", "--hidden", "--null", ...size, ...args, "."], tree);
  };
  const rows: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ["grep, rare, files", () => turn.grep({ pattern: "needle" }), floor(["-l", "needle"])],
    [
      "grep, rare, content",
      () => turn.grep({ pattern: "needle", output_mode: "content" }),
      floor(["-n", "needle"]),
    ],
    ["grep, in every file, files", () => turn.grep({ pattern: "alpha" }), floor(["-l", "alpha"])],
    [
      "grep, in every file, count",
      () => turn.grep({ pattern: "alpha", output_mode: "count" }),
      floor(["--count", "alpha"]),
    ],
    ["grep, nothing", () => turn.grep({ pattern: "absent" }), floor(["-l", "absent"])],
    ["glob `**/*.md`", () => turn.glob({ pattern: "**/*.md" }), floor(["--files", "-g", "*.md"])],
    [
      "glob `part1/**/file1*.ts`",
      () => turn.glob({ pattern: "part1/**/file1*.ts" }),
      floor(["--files", "-g", "part1/**/file1*.ts"]),
    ],
    ["glob `**`", () => turn.glob({ pattern: "**" }), floor(["--files"])],
    [
      "glob `**`, newest first",
      () => turn.glob({ pattern: "**", sort: "modified" }),
      floor(["--files", "--sortr=modified"]),
    ],
    // Whether secrets were left out is looked up with the first grep of half a minute.
    ["grep, nothing, first of a turn", () => firstGrep(tree), floor(["-l", "absent"])],
  ];
  console.log(
    "| search of 50,000 files | tool | rg itself | ratio | over 1.2 × rg | processor time |\n|---|---|---|---|---|---|",
  );
  for (const [name, tool, program] of rows) console.log(row(name, await compare(tool, program)));
}

async function shells(turn: ShellTurn, folder: string): Promise<void> {
  const bash = (await turn.services.programs.shell())?.path ?? "bash";
  const { tool, floor } = await compare(
    () => turn.bash({ command: "true" }),
    () => runProgram(bash, ["-c", "true"], folder),
  );
  console.log(
    `\nbash \`true\`: ${tool.toFixed(2)} ms, \`bash -c true\` in the same runtime: ${floor.toFixed(2)} ms`,
  );
}

/** Peak of this process over its idle size while a command prints 1 GiB; the time against read-and-drop. */
async function flood(turn: ShellTurn, folder: string): Promise<void> {
  const command = "head -c 1G /dev/zero | tr '\\0' x";
  await turn.bash({ command: "seq 100000" });
  Bun.gc(true);
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const tool = await milliseconds(() => turn.bash({ command }));
  clearInterval(watch);
  const floor = await milliseconds(() => runProgram("/bin/bash", ["-c", command], folder));
  const mib = ((peak - idle) / 1024 / 1024).toFixed(0);
  console.log(
    `\nbash printing 1 GiB (stored whole): ${mib} MiB over idle, ${tool.toFixed(0)} ms; read and dropped: ${floor.toFixed(0)} ms`,
  );
}

const root = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
const part = process.argv[2];
if (part === "flood") {
  await flood(shellTurn(root), root);
  rmSync(root, { recursive: true, force: true });
  process.exit();
}
try {
  const tree = join(root, "tree");
  if (part !== "shells") makeTree(tree);
  else mkdirSync(tree);
  const turn = shellTurn(tree);
  if (part !== "shells") await searches(turn, tree);
  if (part !== "searches") await shells(turn, root);
  // In a process of its own: what the searches left in memory is not the command's.
  if (part === undefined) {
    Bun.spawnSync([process.execPath, import.meta.path, "flood"], { stdout: "inherit" });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
