import type { Artifact } from "../artifacts/types.ts";
import { texts } from "../texts.ts";
import type { GateDetails } from "./details.ts";

/** What details tell of a stored whole. */
export type StoredWhole = Pick<Artifact, "path" | "sha256" | "bytes">;

/** The part of the details that tells programs of a stored whole, and how to go on in it from a line. */
export function storedDetails(
  stored: StoredWhole | undefined,
  offset: number,
): Pick<GateDetails, "artifact" | "continuation"> {
  if (stored === undefined) return {};
  const { path, sha256, bytes } = stored;
  return {
    artifact: { path, sha256, bytes },
    continuation: { tool: "read", preserve_args: [], instruction: texts.readOn(path, offset) },
  };
}
