import type { DefinitionSnapshot } from "./types.ts";

type Load = () => Promise<DefinitionSnapshot>;

let load: Load | undefined;

/**
 * Called by the compiled program's entry; from source there is no snapshot, and undefined makes it so again. Stands
 * alone because every start loads it.
 */
export function registerDefinitions(loader: Load | undefined): void {
  load = loader;
}

/** The snapshot of the build; undefined from source. */
export async function registeredDefinitions(): Promise<DefinitionSnapshot | undefined> {
  return load?.();
}
