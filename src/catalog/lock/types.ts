import type { FactsDocument } from "../document.ts";
import type { Schema } from "../providers/schema.ts";

/**
 * What a lock file pins besides names, descriptions, schemas and who the servers are. One that was made before some of
 * these existed pins fewer, and is compared by those that it has.
 */
export const PINS = ["title", "annotations", "outputSchema", "instructions"] as const;
export type Pin = (typeof PINS)[number];

/** Who a server is, without secrets and without paths of this machine. */
export interface ServerIdentity {
  readonly name: string;
  readonly transport: "stdio" | "http" | "sse";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** As the server itself tells it. */
  readonly version?: string;
  /** What it says before the user does. */
  readonly instructions?: string;
}

/** What a lock file was made with: the facts of the catalog, and the switches that change it where they are on. */
export interface LockFacts extends FactsDocument {
  readonly computerUse?: true;
  readonly plan?: true;
  readonly goal?: true;
}

/** One pinned tool; `sha256` is of the canonical JSON of `{name, description, schema}`. */
export interface PinnedTool {
  readonly name: string;
  readonly source: string;
  readonly serverName?: string;
  readonly serverToolName?: string;
  readonly sha256: string;
  readonly description: string;
  readonly schema: Schema;
  /** MCP only: what else the server declares of it. */
  readonly title?: string;
  readonly annotations?: Readonly<Record<string, boolean>>;
  readonly outputSchema?: Schema;
}

/** What is compared: a lock file's content, a fresh catalog, or a saved one (without servers). */
export interface Snapshot {
  /** Absent: none of them. */
  readonly pins?: readonly Pin[];
  readonly facts: LockFacts;
  readonly servers?: readonly ServerIdentity[];
  readonly tools: readonly PinnedTool[];
}

/** The lock file; tools and servers are sorted by name, keys of schemas too. */
export interface LockDocument extends Snapshot {
  readonly schemaVersion: 1;
  readonly servers: readonly ServerIdentity[];
}

/** One field that differs, as text that can be compared by people. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface Changed {
  readonly name: string;
  readonly changes: readonly FieldChange[];
}

export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly Changed[];
}

export interface SnapshotDifference {
  /** What only one of the two pins, and nobody compared. */
  readonly unpinned: readonly Pin[];
  readonly facts: readonly FieldChange[];
  readonly servers: Difference;
  readonly tools: Difference;
}
