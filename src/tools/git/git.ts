import { MIB } from "../../output/limits.ts";
import { type Program, type ProgramOutput, runProgram } from "../process/run-program.ts";
import { filterOff, hardenedEnvironment, PROBE, type Setting } from "./hardening.ts";

/** Bytes of git's output that are taken unless a run says otherwise. */
const MAX_OUTPUT_BYTES = 8 * MIB;

/** git in one work tree, hardened: the repository's own configuration runs nothing. */
export interface Git {
  /** Absolute path of the work tree's root. */
  readonly root: string;
  run(args: readonly string[], maxBytes?: number): Promise<ProgramOutput>;
}

export type GitProblem = { readonly problem: "no_work_tree" | "too_old" };

/**
 * Opens the work tree that a folder lies in. Its configuration is only read first, to find the filters that
 * have to be switched off by name.
 */
export async function openGit(program: Program, folder: string): Promise<Git | GitProblem> {
  const runWith =
    (settings: readonly Setting[]) =>
    (args: readonly string[], maxBytes = MAX_OUTPUT_BYTES) =>
      runProgram(
        { ...program, environment: hardenedEnvironment(program.environment, settings) },
        { args: ["--no-pager", ...args], cwd: folder, maxBytes },
      );
  const reading = runWith([]);
  const root = await reading(["rev-parse", "--show-toplevel"]);
  if (root.code !== 0) return { problem: "no_work_tree" };
  const listed = await reading(["config", "--null", "--get-regexp", "^(filter\\..*|turnkit\\.probe)$"]);
  const entries = listed.stdout.toString().split("\0");
  if (!entries.includes(PROBE.join("\n"))) return { problem: "too_old" };
  const settings = [...new Set(entries.flatMap(filterName))].flatMap(filterOff);
  return { root: withoutLineEnd(root.stdout.toString()), run: runWith(settings) };
}

/** The name in `filter.NAME.clean`; it may hold dots, and a line break stands before the value. */
function filterName(entry: string): string[] {
  const match = /^filter\.([\s\S]*)\.[a-z]+(\n|$)/i.exec(entry);
  return match?.[1] === undefined ? [] : [match[1]];
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}
