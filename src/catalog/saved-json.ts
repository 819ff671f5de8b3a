import { readFile, stat } from "node:fs/promises";
import { whereOf } from "../config/source-text.ts";
import { systemReason } from "../output/system-error.ts";
import { catalogFault } from "./errors.ts";
import { SAVED_JSON_MAX_BYTES } from "./limits.ts";

/** Which file is read, for errors. */
export interface SavedFile {
  /** Absolute. */
  readonly path: string;
  /** As the user wrote it. */
  readonly shown: string;
  /** `the lock file`, `the baseline`. */
  readonly role: string;
}

/**
 * The value of a JSON file that this program wrote earlier; undefined when there is none.
 * @throws Fault `saved_file_unusable` (exit 2), with the position of a syntax error.
 */
export async function readSavedJson(file: SavedFile): Promise<unknown> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw await syntaxFault(file, text);
  }
}

async function readText({ path, shown, role }: SavedFile): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return undefined;
  // A pipe or a device would block or never end.
  if (!facts.isFile()) throw catalogFault.savedFileKind(role, shown);
  if (facts.size > SAVED_JSON_MAX_BYTES) throw catalogFault.savedFileBig(role, shown, SAVED_JSON_MAX_BYTES);
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    throw catalogFault.savedFileUnreadable(role, shown, systemReason(error));
  }
}

/** The runtime's parser gives no position, so the one that does is loaded for the error. */
async function syntaxFault({ shown, role }: SavedFile, text: string) {
  const { parseJson } = await import("../config/json-source.ts");
  const parsed = parseJson(text);
  const problem = parsed.ok ? { message: "no JSON", offset: 0 } : parsed.problems[0];
  return catalogFault.savedFileSyntax(role, problem.message, whereOf({ file: shown, text }, problem.offset));
}
