import type { PathGuard } from "../../contract/path-guard.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { visible } from "../../output/visible.ts";
import { openGit } from "../git/git.ts";
import { loadNative } from "../process/native.ts";
import type { Delegation } from "../task/types.ts";
import { collectChanges } from "./changes.ts";
import { type CodeReviewInput, REVIEW_MODES } from "./definition.ts";
import { GIT_TIMEOUT_MS } from "./limits.ts";
import { type ReviewInput, reviewInput } from "./review-input.ts";
import { texts } from "./texts.ts";
import type { ReviewServices } from "./tool.ts";

export interface ReviewCall {
  readonly services: ReviewServices;
  readonly paths: PathGuard;
  readonly signal?: AbortSignal;
}

/** The agent that is asked first: it looks and changes nothing. */
const REVIEWER = "verifier";

/** One call of code_review. */
export async function runCodeReview(call: ReviewCall, input: CodeReviewInput): Promise<ToolResult> {
  const { mode = "inline", request } = input;
  const { delegation } = call.services;
  if (!REVIEW_MODES.includes(mode)) return errorResult("code_review", texts.unknownMode(mode));
  if (mode === "subagent" && delegation === undefined) return errorResult("code_review", texts.noSubagent);
  const gathered = await gather(call);
  if (typeof gathered === "string") return errorResult("code_review", gathered);
  if (gathered.review === undefined)
    return textResult("code_review", texts.nothing, { details: gathered.details });
  const { review, details } = gathered;
  const text = `${texts.task(request)}\n\n${review.text}`;
  if (mode === "subagent" && delegation !== undefined) return delegated(call, delegation, { text, details });
  return textResult("code_review", text, { details: { ...details, mode } });
}

interface Gathered {
  readonly review: ReviewInput | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The changes as one input; or the sentence that says why there are none to be had. */
async function gather({ services, paths, signal }: ReviewCall): Promise<Gathered | string> {
  const { programs, environments, processes, platform, workspace } = services;
  const path = await programs.git();
  if (path === undefined) return texts.noGit;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), GIT_TIMEOUT_MS);
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  try {
    const native = await loadNative(platform);
    const git = await openGit(
      { path, environment: environments.helper, processes, native, signal: either },
      workspace,
    );
    const changes = "problem" in git ? git : await collectChanges(git, paths, either);
    if (signal?.aborted) return texts.aborted;
    if (late.signal.aborted) return texts.tookTooLong;
    if ("problem" in changes)
      return changes.problem === "too_old" ? texts.gitTooOld : texts.noWorkTree(workspace);
    if ("failure" in changes) return texts.gitFailed(visible(changes.failure.trim()));
    const review = reviewInput(changes);
    return {
      review: changes.files.length === 0 && !changes.leftOut ? undefined : review,
      details: {
        files: changes.listed.slice(),
        truncated: review.truncated,
        original_bytes: review.originalBytes,
        left_out: changes.leftOut,
      },
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Another agent reviews; an abort ends it with what it started. */
async function delegated(
  { signal }: ReviewCall,
  delegation: Delegation,
  { text, details }: { readonly text: string; readonly details: Gathered["details"] },
): Promise<ToolResult> {
  const agent = delegation.agents.find(({ name }) => name === REVIEWER) ?? delegation.agents[0];
  if (agent === undefined) return errorResult("code_review", texts.noSubagent);
  const child = await delegation.start({ description: "Code review", prompt: text, agentName: agent.name });
  const onAbort = () => child.work.stop("task_stop");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    const outcome = await child.outcome();
    const facts = { ...details, mode: "subagent", agent: agent.name, session_id: outcome.sessionId };
    if (signal?.aborted) return errorResult("code_review", texts.aborted, { ...facts, aborted: true });
    return textResult("code_review", outcome.text, {
      ...(outcome.failed ? { isError: true } : {}),
      details: facts,
    });
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
