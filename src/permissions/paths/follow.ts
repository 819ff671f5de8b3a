import { lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { posix, win32 } from "node:path";
import { systemCode } from "../../output/system-error.ts";
import { MAX_LINK_HOPS } from "../limits.ts";
import { isForeignProcFile, isSpecialName, type SpecialKind, specialKind } from "./special.ts";
import { windowsName } from "./windows.ts";

export type FollowProblem =
  | { readonly kind: "cycle" }
  | { readonly kind: "special"; readonly what: SpecialKind | "system" }
  | { readonly kind: "unreadable"; readonly code: string }
  | { readonly kind: "not_a_folder"; readonly at: string };

/** Where a path leads after every link. */
export interface Followed {
  /** Of what does not exist: its nearest existing parent's real path plus the missing names. */
  readonly realPath: string;
  /** Of the thing itself, never of a link; absent when it does not exist. */
  readonly stat?: Stats;
  readonly problem?: FollowProblem;
}

/** A folder whose links are known already: the walk starts there. */
export interface KnownFolder {
  readonly typed: string;
  readonly real: string;
}

/**
 * Follows an absolute path name by name, as the kernel does (`..` leaves the folder that a link led to). Opens
 * nothing. Every place passed on the way is held against the special names, so that no link leads round them.
 */
export function followPath(path: string, platform: NodeJS.Platform, known?: KnownFolder): Followed {
  const walk = new Walk(platform);
  try {
    return walk.run(path, known);
  } catch (error) {
    return { realPath: walk.realPath(), problem: { kind: "unreadable", code: systemCode(error) ?? "EIO" } };
  }
}

class Walk {
  readonly #style: typeof posix;
  readonly #platform: NodeJS.Platform;
  #real = "";
  /** Of `#real`; undefined when it is not looked up (a root, a parent): then it is a folder. */
  #stat: Stats | undefined;
  #missing: string[] = [];
  #hops = 0;

  constructor(platform: NodeJS.Platform) {
    this.#platform = platform;
    this.#style = platform === "win32" ? win32 : posix;
  }

  realPath(): string {
    return this.#missing.length === 0 ? this.#real : this.#style.join(this.#real, ...this.#missing);
  }

  run(path: string, known: KnownFolder | undefined): Followed {
    const todo = this.#start(path, known);
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      const problem = this.#step(name, todo);
      if (problem !== undefined) return { realPath: this.realPath(), problem };
    }
    return this.#arrived();
  }

  #start(path: string, known: KnownFolder | undefined): string[] {
    if (known !== undefined && path.startsWith(known.typed + this.#style.sep)) {
      this.#real = known.real;
      return this.#names(path.slice(known.typed.length));
    }
    return this.#restart(path);
  }

  #restart(path: string): string[] {
    this.#real = this.#style.parse(path).root;
    this.#stat = undefined;
    return this.#names(path.slice(this.#real.length));
  }

  /** In reverse order, so that the next name is the last. */
  #names(rest: string): string[] {
    if (this.#platform !== "win32") return rest.split("/").reverse();
    return rest.split(/[\\/]/).map(windowsName).reverse();
  }

  #step(name: string, todo: string[]): FollowProblem | undefined {
    if (name === "" || name === ".") return undefined;
    if (name === "..") return this.#up();
    if (this.#missing.length > 0) {
      this.#missing.push(name);
      return undefined;
    }
    if (this.#stat !== undefined && !this.#stat.isDirectory())
      return { kind: "not_a_folder", at: this.#real };
    return this.#enter(this.#style.join(this.#real, name), name, todo);
  }

  #up(): undefined {
    if (this.#missing.pop() !== undefined) return;
    this.#real = this.#style.dirname(this.#real);
    this.#stat = undefined;
  }

  #enter(next: string, name: string, todo: string[]): FollowProblem | undefined {
    if (isSpecialName(next)) return { kind: "special", what: "system" };
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (stat === undefined) {
      this.#missing.push(name);
    } else if (stat.isSymbolicLink()) {
      this.#hops += 1;
      if (this.#hops > MAX_LINK_HOPS) return { kind: "cycle" };
      const target = readlinkSync(next);
      todo.push(...(this.#style.isAbsolute(target) ? this.#restart(target) : this.#names(target)));
    } else {
      this.#real = next;
      this.#stat = stat;
    }
    return undefined;
  }

  #arrived(): Followed {
    if (this.#missing.length > 0) return { realPath: this.realPath() };
    const stat = this.#stat ?? lstatSync(this.#real, { throwIfNoEntry: false });
    if (stat === undefined) return { realPath: this.#real };
    const special = specialKind(stat);
    if (special !== undefined)
      return { realPath: this.#real, stat, problem: { kind: "special", what: special } };
    if (isForeignProcFile(this.#real, stat)) {
      return { realPath: this.#real, stat, problem: { kind: "special", what: "system" } };
    }
    // macOS and Windows also know a file by another case, and Windows by a short name: ask for the true one.
    const exact = this.#platform === "darwin" || this.#platform === "win32";
    return { realPath: exact ? realpathSync.native(this.#real) : this.#real, stat };
  }
}
