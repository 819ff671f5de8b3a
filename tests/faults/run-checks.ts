import { expect, test } from "bun:test";
import { first } from "../naive/first-draft.ts";
import { second } from "../naive/second-draft.ts";
import { workspace } from "../support/workspace.ts";
import { real } from "./real.ts";
import { benchIn, type Check, type MakeBench, type Subject } from "./subject.ts";

/** How long an answer of a draft is waited for where the fault is that there is none, milliseconds. */
const PATIENCE_MS = 1_000;

/** Less than what the checks let hang on sleeps (97 s): a result that waits for it comes too late. */
const REAL_MS = 60_000;

const DRAFT_MS = 120_000;

const DRAFTS = { first, second };

/** Two tests per check: the product has not the fault, and a draft of it has. */
export function runChecks(checks: readonly Check[]): void {
  for (const check of checks) test(`${check.id}: ${check.what}`, () => played(check, real), REAL_MS);
  for (const check of checks) {
    const { draft, hangs = false } = check;
    if (draft === undefined) continue;
    // Those that only wait do so together.
    const oneOfMany = hangs ? test.concurrent : test;
    const name = `${check.id}: the check notices where it is not so (${check.what})`;
    oneOfMany(name, async () => expect(await hasFault(check, DRAFTS[draft])).toBe(true), DRAFT_MS);
  }
}

async function hasFault(check: Check, draft: Subject): Promise<boolean> {
  return await played(check, draft, check.hangs === true ? PATIENCE_MS : undefined).then(
    () => false,
    () => true,
  );
}

/** Runs a check; what it made is taken away, also where it never comes to its end. */
async function played({ run }: Check, subject: Subject, patienceMs?: number): Promise<void> {
  await using made = new AsyncDisposableStack();
  const make: MakeBench = (files, options) => {
    const place = made.use(workspace(files));
    const bench = benchIn(place, subject, options);
    made.use(bench);
    return { ...bench, [Symbol.asyncDispose]: async () => undefined };
  };
  const running = run(make, subject);
  if (patienceMs === undefined) return await running;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  const gone = new Promise<never>((_, reject) =>
    late.signal.addEventListener("abort", () => reject(late.signal.reason)),
  );
  await Promise.race([running, gone]).finally(() => clearTimeout(timer));
}
