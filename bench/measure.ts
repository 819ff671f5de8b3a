/** Timing of whole processes for the benchmarks: medians over runs that take turns, ratios pair by pair. */

import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Timing {
  /** Seconds of wall time. */
  readonly median: number;
  /** Seconds of the fastest run: what the work takes when nothing else disturbs it. */
  readonly best: number;
  /** Largest resident set of the process, MiB. */
  readonly peakMiB: number;
}

export interface Compared {
  readonly subject: Timing;
  readonly floor: Timing;
  /** Median of subject / floor, pair by pair: holds when the machine's speed drifts. */
  readonly ratio: number;
}

export interface Run {
  readonly command: readonly string[];
  /** A file whose content is the standard input. */
  readonly stdin?: string;
  /** A shell command whose output comes through a pipe. */
  readonly pipe?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs both in turn, once unmeasured and then `rounds` times. */
export async function compare(subject: Run, floor: Run, rounds: number): Promise<Compared> {
  await once(subject);
  await once(floor);
  const pairs: { subject: Sample; floor: Sample }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ subject: await once(subject), floor: await once(floor) });
  }
  return {
    subject: timing(pairs.map((pair) => pair.subject)),
    floor: timing(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => pair.subject.seconds / pair.floor.seconds)),
  };
}

interface Sample {
  readonly seconds: number;
  readonly peakMiB: number;
}

async function once(run: Run): Promise<Sample> {
  const started = performance.now();
  const pipe = run.pipe === undefined ? undefined : openPipe(run.pipe);
  const child = Bun.spawn([...run.command], {
    stdin: pipe ?? (run.stdin === undefined ? "ignore" : Bun.file(run.stdin)),
    stdout: "ignore",
    stderr: "inherit",
    cwd: run.cwd,
    env: { ...process.env, ...run.env },
  });
  if (pipe !== undefined) closeSync(pipe);
  const code = await child.exited;
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${run.command.join(" ")} ended with ${code}`);
  return { seconds, peakMiB: (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024 };
}

/** The reading end of a pipe that a command fills: a named one, so that the bytes do not pass through here. */
function openPipe(command: string): number {
  const folder = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
  const name = join(folder, "pipe");
  Bun.spawnSync(["mkfifo", name]);
  Bun.spawn(["sh", "-c", `exec > "${name}"; ${command}`], { stderr: "ignore" });
  const end = openSync(name, "r");
  rmSync(folder, { recursive: true });
  return end;
}

function timing(samples: readonly Sample[]): Timing {
  return {
    median: median(samples.map((sample) => sample.seconds)),
    best: Math.min(...samples.map((sample) => sample.seconds)),
    peakMiB: Math.max(...samples.map((sample) => sample.peakMiB)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** One row of a results table. */
export function row(name: string, { subject, floor, ratio }: Compared): string {
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(1)} ms`;
  return `| ${name} | ${ms(subject.median)} | ${ms(floor.median)} | ${ratio.toFixed(2)} | ${subject.peakMiB.toFixed(0)} MiB |`;
}

/** One row of a results table of the fastest runs. */
export function bestRow(name: string, { subject, floor }: Compared): string {
  const seconds = (timing: Timing): string => `${timing.best.toFixed(3)} s`;
  const ratio = (subject.best / floor.best).toFixed(2);
  return `| ${name} | ${seconds(subject)} | ${seconds(floor)} | ${ratio} | ${subject.peakMiB.toFixed(0)} MiB |`;
}
