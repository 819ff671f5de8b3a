import type { Artifact, ArtifactCall, ArtifactStore } from "../artifacts/types.ts";
import { countLines } from "../lines.ts";
import { texts } from "../texts.ts";
import { utf8Bytes } from "./cut.ts";
import type { GateDetails, GatedText } from "./details.ts";
import { HeadTail } from "./head-tail.ts";
import { type PrefixLimits, prefixOfText } from "./prefix-lines.ts";
import { storedDetails } from "./stored.ts";

/** Where the whole goes when something is cut; absent, the note names no file. */
export interface Storing {
  readonly artifacts: ArtifactStore;
  readonly call: ArtifactCall;
}

/** Head and tail of a text that is there already; one within the limit comes back as it is. */
export async function headTailOfText(text: string, maxBytes: number, storing?: Storing): Promise<GatedText> {
  const gate = new HeadTail({ maxBytes });
  gate.push(text);
  if (!gate.willCut()) return gate.finish();
  const artifact = await storing?.artifacts.store(storing.call, text);
  return gate.finish({ artifact, storingFailed: storing !== undefined && artifact === undefined });
}

/** The whole lines from the head of a text; what follows is in the stored file, by the line that the note gives. */
export async function prefixLinesOfText(
  text: string,
  limits: PrefixLimits,
  storing?: Storing,
): Promise<GatedText> {
  const originalBytes = utf8Bytes(text);
  const facts = { totalLines: countLines(text), totalBytes: originalBytes };
  const gated = (artifact?: Artifact, storingFailed = false) =>
    prefixOfText(text, limits, ({ pieces, cut }) =>
      texts.prefixNote({ ...facts, shown: pieces, cut, storingFailed, ...artifact }),
    );
  const first = gated();
  const artifact = first.truncated ? await storing?.artifacts.store(storing.call, text) : undefined;
  const {
    text: shown,
    kept,
    truncated,
  } = first.truncated ? gated(artifact, storing !== undefined && artifact === undefined) : first;
  const details: GateDetails = {
    truncated,
    has_more: truncated,
    strategy: "prefix_lines",
    original_bytes: originalBytes,
    returned_bytes: utf8Bytes(shown),
    max_bytes: limits.maxBytes,
    ...(truncated ? { next_offset: kept.pieces + 1, offset_unit: "line" as const } : {}),
    ...storedDetails(artifact, kept.pieces + 1),
  };
  return { text: shown, details };
}
