import type { Diagnostic } from "../../output/diagnostic.ts";
import type { SecretMask } from "../../output/secrets.ts";
import { assembleCatalog } from "../assemble.ts";
import { texts } from "../texts.ts";
import type { Catalog, CatalogFacts, CatalogSources, CatalogTool } from "../types.ts";
import { toolChanges } from "./compare.ts";
import { type Places, portableText } from "./portable.ts";
import { changedWords } from "./render.ts";
import { pinTool } from "./snapshot.ts";
import type { FieldChange, LockDocument, PinnedTool } from "./types.ts";

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
  const found = free.tools
    .filter(({ status }) => status !== "dropped")
    .map((tool) => ({ name: tool.name, drift: driftOf(tool, pinned.get(tool.name), request) }));
  const fields = found.reduce((sum, { drift }) => sum + (drift?.changes.length ?? 0), 0);
  const withheld = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { name, drift } of found) {
    if (drift === undefined) continue;
    withheld.set(name, drift.reason);
    const message =
      drift.changes.length === 0
        ? texts.withheldUnlocked
        : texts.withheldChanged(await changedWords(drift.changes, fields));
    diagnostics.push({ severity: "warning", code: "tool_not_locked", message, where: name });
  }
  if (withheld.size === 0) return free;
  return assembleCatalog(facts, {
    ...sources,
    withheld,
    diagnostics: [...sources.diagnostics, ...diagnostics],
  });
}

interface Drift {
  readonly reason: string;
  /** Empty for a tool that is not in the lock file. */
  readonly changes: readonly FieldChange[];
}

function driftOf(
  tool: CatalogTool,
  pinned: PinnedTool | undefined,
  { places, mask }: LockedRequest,
): Drift | undefined {
  // The means of disclosure follow from what is deferred, which is locked itself.
  if (tool.entry.kind === "disclosure") return undefined;
  if (pinned === undefined) return { reason: texts.notLocked, changes: [] };
  const portable = portableText(places);
  const changes = toolChanges(
    pinned,
    pinTool(tool, (text) => mask.mask(portable(text))),
  );
  return changes.length === 0 ? undefined : { reason: texts.lockDiffers, changes };
}
