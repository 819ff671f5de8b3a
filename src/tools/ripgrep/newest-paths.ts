import { statSync } from "node:fs";
import { sep } from "node:path";
import type { Native } from "../process/native.ts";
import type { PathCollector } from "./admit.ts";

/**
 * Collects paths with the newest change first, equal ones by path. Each is looked up as it comes, while
 * ripgrep finds others.
 */
export class NewestPaths implements PathCollector {
  readonly #prefix: string;
  readonly #native: Native;
  /** Nearly all stand alone, and an array for each would take more memory than the paths. */
  readonly #byTime = new Map<number, string | string[]>();
  #total = 0;

  /** @param folder absolute; what the paths are relative to */
  constructor(folder: string, native: Native) {
    this.#native = native;
    this.#prefix = folder.endsWith(sep) ? folder : folder + sep;
  }

  get total(): number {
    return this.#total;
  }

  add(path: string): void {
    this.#total++;
    const time = changeTime(this.#prefix + path, this.#native);
    const same = this.#byTime.get(time);
    if (same === undefined) this.#byTime.set(time, path);
    else if (typeof same === "string") this.#byTime.set(time, [same, path]);
    else same.push(path);
  }

  *inOrder(): Generator<string> {
    const times = Float64Array.from(this.#byTime.keys()).sort();
    for (const time of times.reverse()) {
      const same = this.#byTime.get(time) ?? [];
      if (typeof same === "string") yield same;
      else yield* same.sort();
    }
  }
}

const QUIET = { throwIfNoEntry: false } as const;

/** Milliseconds; a file that has gone, or may not be looked at, counts as the oldest. */
function changeTime(path: string, native: Native): number {
  try {
    return native.changeTime?.(path) ?? statSync(path, QUIET)?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
