import { Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { Count, documentOf, oneOf } from "./parts.ts";

const Nullable = Type.Union([Type.String(), Type.Null()]);

const Session = closedObject({
  id: Type.String(),
  status: Type.String({
    description: '"running", how the last turn ended (its stopReason), or "interrupted"',
  }),
  changedAt: Type.String({ description: "ISO 8601, UTC" }),
  bytes: Count,
  workspace: Nullable,
  prompt: Nullable,
});

/** `sessions list --json`. */
export const SessionsListSchema = documentOf({ sessions: listOf(Session) });

/** `sessions show SESSION --json`, `sessions export SESSION --json`. */
export const SessionsShowSchema = documentOf({
  session: Session,
  entries: listOf(
    Type.Object({ type: Type.String() }, { description: "One line of transcript.jsonl, as it was written" }),
  ),
});

/** `sessions gc --json`. */
export const SessionsGcSchema = documentOf({
  dryRun: Type.Boolean(),
  removed: listOf(closedObject({ id: Type.String(), bytes: Count, reason: oneOf(["age", "size"]) })),
  freedBytes: Count,
  kept: Count,
});
