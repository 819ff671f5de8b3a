import type { Diagnostic } from "../../output/diagnostic.ts";
import type { SecretMask } from "../../output/secrets.ts";
import { assembleCatalog } from "../assemble.ts";
import { texts } from "../texts.ts";
import type { Catalog, CatalogFacts, CatalogSources, CatalogTool } from "../types.ts";
import { toolChanges } from "./compare.ts";
import { type Places, portableText } from "./portable.ts";
import { changedWords } from "./render.ts";
import { pinTool } from "./snapshot.ts";
import type { LockDocument, PinnedTool } from "./types.ts";

export interface LockedRequest {
  readonly lock: LockDocument;
  readonly places: Places;
  readonly mask: SecretMask;
}

/**
 * A catalog that holds to a lock file: a tool that is not in it, or whose definition differs, is withheld
 * with a diagnostic that shows the words that moved.
 */
export async function lockedCatalog(
  facts: CatalogFacts,
  sources: CatalogSources,
  request: LockedRequest,
): Promise<Catalog> {
  const free = assembleCatalog(facts, sources);
  const pinned = new Map(request.lock.tools.map((tool) => [tool.name, tool]));
  const withheld = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const tool of free.tools) {
    const reason =
      tool.status === "dropped" ? undefined : await reasonToWithhold(tool, pinned.get(tool.name), request);
    if (reason === undefined) continue;
    withheld.set(tool.name, reason.short);
    diagnostics.push({
      severity: "warning",
      code: "tool_not_locked",
      message: reason.long,
      where: tool.name,
    });
  }
  if (withheld.size === 0) return free;
  return assembleCatalog(facts, {
    ...sources,
    withheld,
    diagnostics: [...sources.diagnostics, ...diagnostics],
  });
}

async function reasonToWithhold(
  tool: CatalogTool,
  pinned: PinnedTool | undefined,
  { places, mask }: LockedRequest,
) {
  // The means of disclosure follow from what is deferred, which is locked itself.
  if (tool.entry.kind === "disclosure") return undefined;
  if (pinned === undefined) return { short: texts.notLocked, long: texts.withheldUnlocked };
  const portable = portableText(places);
  const now = pinTool(tool, (text) => mask.mask(portable(text)));
  const changes = toolChanges(pinned, now);
  if (changes.length === 0) return undefined;
  return { short: texts.lockDiffers, long: texts.withheldChanged(await changedWords(changes)) };
}
