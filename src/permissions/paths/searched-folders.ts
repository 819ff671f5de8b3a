import type { PathPolicy } from "./judge.ts";
import { folded } from "./names.ts";
import { isSecretFile, mayHoldSecretPlace } from "./secrets.ts";

/**
 * Whether found files may be shown, fast: a search asks it of every file, folder by folder, so what a folder's
 * path says is worked out once. Where a rule or an odd folder is in play every path is judged in full.
 */
export class SearchedFolders {
  readonly #judge: (path: string) => boolean;
  readonly #separator: string;
  readonly #byName: boolean;
  #folder: string | undefined;
  #folderVerdict: boolean | undefined;

  constructor(policy: PathPolicy, judge: (path: string) => boolean) {
    this.#judge = judge;
    this.#separator = policy.ground.style.sep;
    this.#byName = policy.rules.closedBelow(this.#separator) === undefined;
  }

  admits(path: string): boolean {
    if (!this.#byName) return this.#judge(path);
    const end = path.lastIndexOf(this.#separator);
    if (this.#folder === undefined || end !== this.#folder.length || !path.startsWith(this.#folder)) {
      this.#enter(path.slice(0, end));
    }
    if (this.#folderVerdict === undefined) return this.#judge(path);
    const name = folded(path.slice(end + 1));
    return this.#folderVerdict && !isSecretFile(name) && !name.startsWith("mcode-auth-lease-");
  }

  /** Undefined: names below it mean something together with the folder. */
  #enter(folder: string): void {
    this.#folder = folder;
    this.#folderVerdict =
      mayHoldSecretPlace(folder) || /^\/(proc|dev)(\/|$)/.test(folder)
        ? undefined
        : this.#judge(`${folder}${this.#separator}x`);
  }
}
