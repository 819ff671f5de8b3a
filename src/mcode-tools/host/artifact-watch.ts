import { lstat } from "node:fs/promises";
import { artifactPaths } from "../artifact/place.ts";
import { type InstalledArtifact, installedArtifact } from "../artifact/verify.ts";

/**
 * The installed artifact, checked whole at first and again whenever one of its files may have changed: leases
 * depend on it, and hashing megabytes for each of them would be felt.
 */
export class ArtifactWatch {
  readonly #out: string;
  readonly #platform: NodeJS.Platform;
  #seen: string | undefined;
  #state: InstalledArtifact = { state: "absent" };

  /** @param out the folder that holds `embedded/`. */
  constructor(out: string, platform: NodeJS.Platform) {
    this.#out = out;
    this.#platform = platform;
  }

  async ready(): Promise<boolean> {
    return (await this.state()).state === "ready";
  }

  async state(): Promise<InstalledArtifact> {
    const before = await this.#signature();
    if (before !== this.#seen) {
      this.#state = await installedArtifact(this.#out, this.#platform);
      this.#seen = before;
    }
    return this.#state;
  }

  /** What a change of folder, manifest or program changes. */
  async #signature(): Promise<string> {
    const { folder, cli, manifest } = artifactPaths(this.#out);
    const parts = [folder, cli, manifest].map(async (path) => {
      const found = await lstat(path, { bigint: true }).catch(() => undefined);
      return found === undefined ? "-" : `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
    });
    return (await Promise.all(parts)).join(" ");
  }
}
