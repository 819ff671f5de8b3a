import { constants, lstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { PermissionMode } from "../config/types.ts";
import type {
  OpenedFile,
  PathAccess,
  PathGuard,
  PathRefusal,
  PathRefusalCode,
  PathVerdict,
  WriteTarget,
} from "../contract/path-guard.ts";
import { systemCode } from "../output/system-error.ts";
import { visible } from "../output/visible.ts";
import { OPEN_ATTEMPTS } from "./limits.ts";
import { Ground } from "./paths/ground.ts";
import { isGranted, judgePath, type PathPolicy } from "./paths/judge.ts";
import { listFolder } from "./paths/list.ts";
import { type LocatedPath, locatePath } from "./paths/locate.ts";
import { isSameFile } from "./paths/opened.ts";
import { refusal } from "./paths/refusal.ts";
import { SearchedFolders } from "./paths/searched-folders.ts";
import { SECRET_GLOBS } from "./paths/secrets.ts";
import { isSpecialName, specialGlobsBelow } from "./paths/special.ts";
import { pathRules } from "./rules/path-rules.ts";
import { NO_RULES, type RuleSet } from "./rules/types.ts";
import { texts } from "./texts.ts";
import type { PathGrant, PathPlaces } from "./types.ts";

export interface PathGuardOptions {
  readonly places: PathPlaces;
  readonly mode: PermissionMode;
  /** Catalog name of the tool that the guard is for. */
  readonly tool?: string;
  readonly rules?: RuleSet;
  /** What the user let this one call have. */
  readonly grants?: readonly PathGrant[];
  /** Plan mode: the only file that may be written. */
  readonly planFile?: string;
}

/** The guard for one call, from plain facts. The engine shares one policy between the calls of a turn. */
export function createPathGuard(options: PathGuardOptions): PathGuard {
  const ground = new Ground(options.places);
  const rules = pathRules(options.rules ?? NO_RULES, ground);
  const policy = { ground, mode: options.mode, rules, planFile: options.planFile };
  return guardFor(policy, { tool: options.tool, grants: options.grants ?? [] });
}

/** Whom a guard is for, and what that call was granted. */
export interface GuardedCall {
  readonly tool?: string;
  readonly grants: readonly PathGrant[];
}

export function guardFor(policy: PathPolicy, call: GuardedCall): PathGuard {
  return new JudgingGuard(policy, call);
}

class JudgingGuard implements PathGuard {
  readonly workspace: string;
  readonly #policy: PathPolicy;
  readonly #call: GuardedCall;
  #searched: SearchedFolders | undefined;

  constructor(policy: PathPolicy, call: GuardedCall) {
    this.workspace = policy.ground.places.workspace;
    this.#policy = policy;
    this.#call = call;
  }

  async stat(path: string, access: PathAccess): Promise<PathVerdict> {
    return this.#judged(path, access);
  }

  async open(path: string): Promise<OpenedFile | PathRefusal> {
    for (let attempt = 1; ; attempt++) {
      const verdict = this.#judged(path, "read");
      if (!verdict.ok) return verdict;
      if (verdict.stat.isDirectory())
        return refusal("unreadable", path, verdict.path, "read", texts.notAFile);
      const opened = await this.#opened(path, verdict);
      if (opened !== "changed") return opened;
      if (attempt === OPEN_ATTEMPTS) return refusal("unreadable", path, verdict.path, "read", texts.changing);
    }
  }

  list(path: string, limit: number): ReturnType<PathGuard["list"]> {
    const verdict = this.#judged(path, "read");
    if (!verdict.ok) return Promise.resolve(verdict);
    return listFolder(verdict, limit, {
      given: path,
      admits: (realPath) => this.admits(realPath, "search"),
    });
  }

  async target(path: string): Promise<WriteTarget | PathRefusal> {
    const located = this.#located(path, "write");
    if (!located.ok) return located;
    const { path: tried, realPath, stat } = located;
    return { ok: true, path: tried, realPath, ...(stat === undefined ? {} : { stat }) };
  }

  admits(realPath: string, access: PathAccess): boolean {
    if (access !== "search") return this.#refused(realPath, access) === undefined;
    this.#searched ??= new SearchedFolders(
      this.#policy,
      (path) => !isSpecialName(path) && this.#refused(path, "search") === undefined,
    );
    return this.#searched.admits(realPath);
  }

  searchExclusions(folder: string): readonly string[] {
    const { ground, rules } = this.#policy;
    const own = ground.ownBelow(folder).map((path) => `/${path.replaceAll("\\", "/")}/`);
    const closed = rules.closedBelow(folder) ?? [];
    return [...SECRET_GLOBS, ...specialGlobsBelow(folder), "mcode-auth-lease-v*", ...own, ...closed];
  }

  #judged(given: string, access: PathAccess): PathVerdict {
    const located = this.#located(given, access);
    if (!located.ok) return located;
    const { path, realPath, stat } = located;
    if (stat === undefined) return refusal("not_found", given, path, access, missingWords(path, realPath));
    return { ok: true, path, realPath, stat };
  }

  #located(given: string, access: PathAccess): LocatedPath | PathRefusal {
    const located = locatePath(given, access, this.#policy.ground);
    if (!located.ok) return located;
    const refused = this.#refused(located.realPath, access);
    if (refused !== undefined) return refusal(refused.code, given, located.path, access, refused.why);
    const problem = located.problem;
    if (problem !== undefined) return refusal(problem.code, given, located.path, access, problem.why);
    return located;
  }

  #refused(realPath: string, access: PathAccess): { code: PathRefusalCode; why: string } | undefined {
    const { ground } = this.#policy;
    const judgement = judgePath({ realPath, access, tool: this.#call.tool }, this.#policy);
    if (judgement.decision === "allow") return undefined;
    return isGranted({ realPath, access }, judgement, this.#call.grants, ground.style.sep)
      ? undefined
      : judgement;
  }

  async #opened(
    given: string,
    judged: { path: string; realPath: string; stat: Stats },
  ): Promise<OpenedFile | PathRefusal | "changed"> {
    let handle: FileHandle | undefined;
    try {
      // Not following a link that took the file's place, and not waiting for a FIFO that did.
      handle = await open(
        judged.realPath,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      const stat = await handle.stat();
      if (await isSameFile(handle, stat, judged, this.#policy.ground.places.platform)) {
        const opened = { ok: true, path: judged.path, realPath: judged.realPath, stat, handle } as const;
        handle = undefined;
        return opened;
      }
      return "changed";
    } catch (error) {
      const code = systemCode(error);
      if (code === "ENOENT" || code === "ELOOP" || code === "ENXIO" || code === "ENOTDIR") return "changed";
      const why = texts.following({ kind: "unreadable", code: code ?? "EIO" });
      return refusal("unreadable", given, judged.path, "read", why);
    } finally {
      await handle?.close();
    }
  }
}

function missingWords(path: string, realPath: string): string {
  return isLink(path) ? texts.leadsNowhere(visible(realPath)) : texts.notFound;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
