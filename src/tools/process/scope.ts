import type { Guardian } from "../../config/guardian.ts";
import type { Environment } from "../../config/host.ts";
import type { ProcessInfo } from "../../config/process-list.ts";
import { createCommandMark, createTurnMark, MARK_VARIABLE, markValue } from "../../config/process-mark.ts";

/** Between SIGTERM and SIGKILL, milliseconds (20-local-tools). */
export const END_GRACE_MS = 5_000;

/** Something that outlives its call, such as the pipe of a child that was left in the background. */
export interface Leftover {
  close(): void;
}

/** What the end of a turn did to the processes that it found. */
export interface ScopeEnd {
  readonly ended: readonly ProcessInfo[];
  /** Could not be ended (another user's, or stuck in the kernel): to be named to the person. */
  readonly left: readonly ProcessInfo[];
}

/** The children of one turn. */
export interface ProcessScope {
  readonly platform: NodeJS.Platform;
  /** Every child of the turn carries it, or a command's mark derived from it. */
  readonly mark: string;
  /** An environment with a mark of its own for one command, so that its strays can be told from others'. */
  marked(environment: Environment): MarkedEnvironment;
  /**
   * From now on what carries the turn's mark is ended also when this program dies without `end`: by a second
   * Ctrl-C, the end of its terminal, SIGKILL. Costs one small shell a turn.
   */
  guard(): void;
  /** Keeps something until the end of the turn; the function returned lets go of it. */
  hold(leftover: Leftover): () => void;
  /** Ends whatever still carries the turn's mark, then closes what was held. Never throws; may be called twice. */
  end(): Promise<ScopeEnd>;
}

export interface MarkedEnvironment {
  readonly mark: string;
  readonly environment: Record<string, string>;
}

export interface ScopeOptions {
  readonly platform: NodeJS.Platform;
  /** The value of `TURNKIT_MARK` that this process was started with: a turn inside another turn's command. */
  readonly inheritedMark?: string;
}

/** One per turn; costs nothing until a child is started. */
export function createProcessScope(options: ScopeOptions): ProcessScope {
  const { platform, inheritedMark } = options;
  const mark = createTurnMark();
  const held = new Set<Leftover>();
  let used = false;
  let guardian: Promise<Guardian | undefined> | undefined;
  return {
    platform,
    mark,
    marked(environment) {
      used = true;
      const own = createCommandMark(mark);
      const variables = { ...environment, [MARK_VARIABLE]: markValue(inheritedMark, own) };
      return { mark: own, environment: withoutUndefined(variables) };
    },
    guard() {
      guardian ??= guardMarked(mark, platform);
    },
    hold(leftover) {
      held.add(leftover);
      return () => held.delete(leftover);
    },
    async end() {
      const done = used ? await endMarked(mark, platform) : { ended: [], left: [] };
      for (const leftover of held) leftover.close();
      held.clear();
      (await guardian)?.dismiss();
      guardian = undefined;
      return done;
    },
  };
}

/** Commands carry a mark of their own, made of the turn's and a point. */
async function guardMarked(mark: string, platform: NodeJS.Platform): Promise<Guardian | undefined> {
  const { startGuardian } = await import("../../config/guardian.ts");
  return startGuardian(`${mark}.`, platform).catch(() => undefined);
}

/** Loaded only here: listing and ending processes is not needed to list a catalog. */
async function endMarked(mark: string, platform: NodeJS.Platform): Promise<ScopeEnd> {
  const { markedProcesses } = await import("../../config/process-list.ts");
  const carried = { name: MARK_VARIABLE, value: mark };
  const found = await markedProcesses(carried, platform).catch(() => []);
  if (found.length === 0) return { ended: [], left: [] };
  const { endProcessTrees } = await import("../../config/process-tree.ts");
  const roots = found.map((one) => one.pid);
  const left = await endProcessTrees(roots, { platform, graceMs: END_GRACE_MS, mark: carried }).catch(
    () => found,
  );
  const leftPids = new Set(left.map((one) => one.pid));
  return { ended: found.filter((one) => !leftPids.has(one.pid)), left };
}

function withoutUndefined(environment: Environment): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) defined[name] = value;
  return defined;
}
