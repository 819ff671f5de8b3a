import type { Host } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import type { Extension } from "../../extensions/types.ts";
import { text } from "./flag-parsers.ts";

export const extensionFlag = {
  kind: "parsed",
  parse: text,
  brief: "Extension to load, repeatable (it runs code)",
  placeholder: "FILE",
  optional: true,
  variadic: true,
} as const;

/** The extensions of `--extension FILE`; relative paths start at the current folder. */
export async function ownExtensions(
  host: Pick<Host, "cwd" | "home">,
  { extension = [] }: { readonly extension?: readonly string[] },
): Promise<readonly Extension[]> {
  if (extension.length === 0) return [];
  const { loadExtensions } = await import("../../extensions/load.ts");
  return loadExtensions(extension.map((shown) => ({ path: expandPath(shown, host.cwd, host.home), shown })));
}
