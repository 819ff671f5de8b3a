import { escapeHidden, hasHidden } from "../../output/visible.ts";
import type { CatalogDocument } from "../document.ts";

/** The JSON document as YAML. Texts that could hide something are all quoted, hidden characters escaped. */
export async function renderYaml(document: CatalogDocument): Promise<string> {
  const { stringify } = await import("yaml");
  const options = { lineWidth: 0, aliasDuplicateObjects: false } as const;
  const json = JSON.stringify(document);
  const plain = JSON.parse(json) as unknown;
  if (!hasHidden(json)) return stringify(plain, options);
  const quoted = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "QUOTE_DOUBLE" } as const;
  return escapeHidden(stringify(plain, { ...options, ...quoted }), "yaml");
}
