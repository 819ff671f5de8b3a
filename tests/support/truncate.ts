import { type Printed, runCli, testHost } from "./cli.ts";
import { inChunks } from "./outputs.ts";

export interface TruncateDocument {
  readonly schemaVersion: 1;
  readonly text: string;
  readonly details: {
    readonly truncated: boolean;
    readonly has_more: boolean;
    readonly strategy: string;
    readonly original_bytes: number;
    readonly returned_bytes: number;
    readonly max_bytes: number;
    readonly next_offset?: number;
    readonly offset_unit?: string;
    readonly artifact?: { readonly path: string; readonly sha256: string; readonly bytes: number };
  };
}

export interface TruncateRun {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
}

/** `turnkit truncate` in this process, stdin in pieces. */
export function truncate(
  args: readonly string[],
  { input = "", cwd = "/" }: TruncateRun = {},
): Promise<Printed> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const stdin = {
    isTTY: false,
    chunks: async function* () {
      yield* inChunks(bytes, [65_536]);
    },
  };
  return runCli(["truncate", ...args], testHost({ cwd, home: cwd, stdin }));
}

/** The same with `--json`, read back. */
export async function truncateJson(
  args: readonly string[],
  run: TruncateRun = {},
): Promise<TruncateDocument> {
  const { stdout, stderr } = await truncate([...args, "--json"], run);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as TruncateDocument;
}
