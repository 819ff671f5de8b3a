import { posix, win32 } from "node:path";
import type { PathPlaces } from "../types.ts";
import { followPath } from "./follow.ts";
import { folded, isWithin } from "./names.ts";

/** Files of a lease, by name too: a runtime dir of another turnkit is as closed as this one's. */
const LEASE_FILE = /^mcode-auth-lease-v\d+\.(cap|sock)$/;

/**
 * The places of a turn with their links followed, and the questions about them that need no system call.
 * Made once per turn.
 */
export class Ground {
  readonly places: PathPlaces;
  readonly style: typeof posix;
  readonly workspace: string;
  readonly #readable: readonly string[];
  readonly #own: readonly string[];
  readonly #dataDir: string;
  readonly #configFile: string | undefined;

  constructor(places: PathPlaces) {
    this.places = places;
    this.style = places.platform === "win32" ? win32 : posix;
    const real = (path: string) => followPath(path, places.platform).realPath;
    this.workspace = real(places.workspace);
    this.#dataDir = real(places.dataDir);
    this.#configFile = places.configFile && real(places.configFile);
    const readable = [places.workspace, places.sessionDir, ...(places.skillDirs ?? [])];
    this.#readable = readable.flatMap((path) => (path === undefined ? [] : [real(path)]));
    const turnkit = this.style.join(this.#dataDir, "turnkit");
    const own = [
      this.style.join(turnkit, "auth"),
      this.style.join(turnkit, "run"),
      ...(places.ownDirs ?? []),
    ];
    this.#own = own.map((path) => folded(real(path)));
  }

  inWorkspace(realPath: string): boolean {
    return isWithin(realPath, this.workspace, this.style.sep);
  }

  /** Where reading needs no question outside `full`. */
  isReadable(realPath: string): boolean {
    return this.#readable.some((folder) => isWithin(realPath, folder, this.style.sep));
  }

  /** turnkit's own keys and sockets: nothing opens them, in no mode. */
  isOwn(realPath: string): boolean {
    const path = folded(realPath);
    if (LEASE_FILE.test(this.style.basename(path))) return true;
    return this.#own.some((folder) => isWithin(path, folder, this.style.sep));
  }

  /** turnkit's own folders below a folder, relative to it. */
  ownBelow(folder: string): readonly string[] {
    const path = folded(folder);
    const prefix = path.endsWith(this.style.sep) ? path : path + this.style.sep;
    return this.#own.flatMap((own) => (own.startsWith(prefix) ? [own.slice(prefix.length)] : []));
  }

  /** The data dir or the configuration; even `full` does not write there unasked. */
  isConfiguration(realPath: string): boolean {
    const path = folded(realPath);
    if (this.#configFile !== undefined && path === folded(this.#configFile)) return true;
    const { sep } = this.style;
    // A workspace made inside the data dir (a demo, a test) is a workspace, not configuration.
    const inner = isWithin(folded(this.workspace), folded(this.#dataDir), sep) && this.inWorkspace(realPath);
    return isWithin(path, folded(this.#dataDir), sep) && !inner;
  }
}
