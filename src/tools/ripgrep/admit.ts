/** Takes paths as they are found and gives them in the order of a result. */
export interface PathCollector {
  /** How many were added. */
  readonly total: number;
  add(path: string): void;
  inOrder(): Iterable<string>;
}

/** The paths that may be shown, in the order given. */
export interface Admitted {
  readonly paths: readonly string[];
  /** How many were left out. */
  readonly refused: number;
}

/** So many paths beyond a page are looked at too; of a longer rest only the number is told. */
export const LOOKED_AT = 1_000;

/**
 * Leaves out what the guard refuses: all of it among the first `needed` admitted paths and some way beyond.
 * What comes after that is not shown by this call, and looking at all of a large tree would take longer than
 * finding it.
 */
export function admitFirst(
  ordered: Iterable<string>,
  needed: number,
  admits: (path: string) => boolean,
): Admitted {
  const paths: string[] = [];
  let refused = 0;
  for (const path of ordered) {
    if (paths.length >= needed + LOOKED_AT) break;
    if (admits(path)) paths.push(path);
    else refused++;
  }
  return { paths, refused };
}
