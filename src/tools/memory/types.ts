export const MEMORY_TARGETS = ["user", "main", "topic", "summary"] as const;
export type MemoryTarget = (typeof MEMORY_TARGETS)[number];

export const MEMORY_OPERATIONS = ["read", "search", "append", "edit", "create", "delete", "write"] as const;
export type MemoryOperation = (typeof MEMORY_OPERATIONS)[number];

/** Where the memory lies. */
export interface MemoryPlace {
  /** `<data dir>/memory`, absolute; need not exist. */
  readonly folder: string;
}
