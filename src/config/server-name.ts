import { MAX_NEW_SERVER_NAME_CHARS } from "./limits.ts";
import type { ShapeProblem } from "./server-shape.ts";

export interface NameProblem extends ShapeProblem {
  /** A name like it that can be used; absent where nothing is left of it. */
  readonly instead?: string;
}

const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/**
 * What is wrong with the name of a server that is about to be made. Files of other programs may name theirs as they
 * like, at the price of tool names with a hash in them (40-mcp "Names"); a new one need not pay it, and can be
 * written wherever servers are named: `SERVER/TOOL`, lists split at commas, entries that end in `*`.
 */
export function newServerNameProblem(name: string): NameProblem | undefined {
  if (PLAIN.test(name) && !name.includes("__") && name.length <= MAX_NEW_SERVER_NAME_CHARS) return undefined;
  const instead = mended(name);
  return {
    expected: `a name of 1 to ${MAX_NEW_SERVER_NAME_CHARS} letters, digits, ".", "_" and "-" that starts and ends with a letter or digit and has no "__" in it`,
    got: name === "" ? "an empty one" : JSON.stringify(name),
    ...(instead === "" ? {} : { instead }),
  };
}

function mended(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/_{2,}/g, "_")
    .slice(0, MAX_NEW_SERVER_NAME_CHARS);
  return plain.replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
}
