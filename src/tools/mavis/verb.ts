import type { Static, TObject, TProperties } from "@sinclair/typebox";
import type { ToolExecutionContext } from "../../contract/tool.ts";
import type { MavisStores } from "./types.ts";

/** What a verb works with. */
export interface MavisCall {
  readonly stores: MavisStores;
  readonly platform: NodeJS.Platform;
  readonly ctx: ToolExecutionContext;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface MavisDone {
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** One verb of one group: its arguments are checked against the schema before it runs. */
export interface Verb {
  readonly schema: TObject;
  /** @throws Fault when nothing was changed. */
  run(call: MavisCall, args: never): Promise<MavisDone>;
}

/** Ties a verb's work to the type of its arguments. */
export function verb<P extends TProperties>(
  schema: TObject<P>,
  run: (call: MavisCall, args: Static<TObject<P>>) => Promise<MavisDone>,
): Verb {
  return { schema: schema as unknown as TObject, run: run as Verb["run"] };
}
