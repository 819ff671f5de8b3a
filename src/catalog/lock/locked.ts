import type { ServerConnection } from "../../mcp/types.ts";
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
  /** As they are now: instructions that differ from the lock file's do not reach the model. */
  readonly servers: readonly ServerConnection[];
}

/**
 * A catalog that holds to a lock file: a tool that is not in it, or whose definition differs, is withheld
 * with a diagnostic that shows the words that moved; so are the instructions of a server.
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
  const moved = movedInstructions(request);
  for (const { name, change } of moved) {
    const message = texts.instructionsWithheld(await changedWords([change], fields + moved.length));
    diagnostics.push({ severity: "warning", code: "instructions_not_locked", message, where: name });
  }
  if (diagnostics.length === 0) return free;
  const all = [...sources.diagnostics, ...diagnostics];
  const catalog = assembleCatalog(facts, { ...sources, withheld, diagnostics: all });
  return { ...catalog, muted: new Set(moved.map(({ name }) => name)) };
}

/** A server that is not in the lock file is muted too: what it says has not been reviewed. */
function movedInstructions({ lock, places, mask, servers }: LockedRequest) {
  if (!lock.pins?.includes("instructions")) return [];
  const portable = portableText(places);
  return servers.flatMap(({ entry: { name }, instructions = "" }) => {
    const now = mask.mask(portable(instructions));
    const { instructions: before = "" } = lock.servers.find((server) => server.name === name) ?? {};
    if (now.trim() === "" || now === before) return [];
    return [{ name, change: { field: "instructions", before, after: now } }];
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
  { lock, places, mask }: LockedRequest,
): Drift | undefined {
  // The means of disclosure follow from what is deferred, which is locked itself.
  if (tool.entry.kind === "disclosure") return undefined;
  if (pinned === undefined) return { reason: texts.notLocked, changes: [] };
  const portable = portableText(places);
  const changes = toolChanges(
    pinned,
    pinTool(tool, (text) => mask.mask(portable(text))),
    lock.pins ?? [],
  );
  return changes.length === 0 ? undefined : { reason: texts.lockDiffers, changes };
}
