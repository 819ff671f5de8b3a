/** One file inside the binary, as the build registers it. */
export interface EmbeddedAsset {
  /** Readable, but a program there cannot be started: see `unpackProgram`. */
  readonly path: string;
  /** Of the content, not of the file: the two differ when it is compressed. */
  readonly sha256: string;
  readonly bytes: number;
  /** Stored with gzip: big data that is rarely used. */
  readonly gzip?: true;
  /** Of a built-in skill: what its head says. */
  readonly skill?: SkillHead;
}

/** What a skill is listed with. */
export interface SkillHead {
  readonly name: string;
  /** Empty when the file gives none. */
  readonly description: string;
}

let embedded: ReadonlyMap<string, EmbeddedAsset> | undefined;

/**
 * Called by the compiled program's entry, before anything asks; from source nothing is registered, and
 * undefined makes it so again. Stands alone because every start loads it: it must cost nothing.
 */
export function registerAssets(assets: Readonly<Record<string, EmbeddedAsset>> | undefined): void {
  embedded = assets === undefined ? undefined : new Map(Object.entries(assets));
}

/** What the build registered, by name; undefined from source. */
export function registeredAssets(): ReadonlyMap<string, EmbeddedAsset> | undefined {
  return embedded;
}
