import type { Buffer } from "node:buffer";
import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { GatedContext } from "../../contract/permission.ts";
import type { LocalServices } from "../services.ts";
import type { ReadInput } from "./definition.ts";

/** A file that may be read and is open; who opened it closes it. */
export interface OpenRead {
  readonly services: LocalServices;
  readonly ctx: GatedContext;
  readonly input: ReadInput;
  readonly signal?: AbortSignal;
  /** As tried: absolute. */
  readonly path: string;
  readonly realPath: string;
  readonly handle: FileHandle;
  /** From before anything was read. */
  readonly stat: Stats;
  /** The first bytes, for its type. */
  readonly head: Buffer;
  /** What every result of `read` tells programs: the paths. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A file that is held whole. */
export interface HeldRead extends OpenRead {
  readonly bytes: Buffer;
}
