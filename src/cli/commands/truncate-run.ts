import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Artifact, ArtifactWriter } from "../../output/artifacts/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { outputFault } from "../../output/errors.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { BudgetStream } from "../../output/gates/budget-stream.ts";
import type { GatedText } from "../../output/gates/details.ts";
import { HeadTail } from "../../output/gates/head-tail.ts";
import { PrefixStream } from "../../output/gates/prefix-stream.ts";
import type { StreamGate } from "../../output/gates/stream-gate.ts";
import { type InputText, inputText } from "../../output/input-text.ts";
import { jsonDocument } from "../../output/json.ts";
import {
  ARTIFACT_BUFFER_BYTES,
  ARTIFACT_NAME_CHARACTERS,
  BASH_GATE_BYTES,
  BUDGET_INLINE_KIB,
  GREP_GATE_BYTES,
  KIB,
  READ_GATE_BYTES,
  TOOL_GATE_BYTES,
  TOOL_GATE_LINES,
} from "../../output/limits.ts";
import { systemCode } from "../../output/system-error.ts";
import { untilAborted } from "../../output/until-aborted.ts";
import type { CliContext } from "../context.ts";
import type { GateName, TruncateFlags } from "./truncate.ts";
import { openInput, readFault, type TruncateInput } from "./truncate-input.ts";
import { texts } from "./truncate-texts.ts";

const CALL = { toolCallId: "truncate", tool: "truncate" };

const LIMITS: Readonly<Record<GateName, { readonly maxBytes: number; readonly maxLines?: number }>> = {
  bash: { maxBytes: BASH_GATE_BYTES },
  read: { maxBytes: READ_GATE_BYTES },
  grep: { maxBytes: GREP_GATE_BYTES },
  "tool-head": { maxBytes: TOOL_GATE_BYTES, maxLines: TOOL_GATE_LINES },
  "tool-tail": { maxBytes: TOOL_GATE_BYTES, maxLines: TOOL_GATE_LINES },
  budget: { maxBytes: BUDGET_INLINE_KIB * KIB },
};

/** `turnkit truncate`: one gate over a file or stdin, streaming. */
export async function runTruncate(this: CliContext, flags: TruncateFlags, file?: string): Promise<void> {
  const { host } = this;
  const gate = gateFor(flags, file);
  checkLimit(flags.maxBytes, gate.leastBytes(artifactPath(this, flags)));
  const failures: Diagnostic[] = [];
  const writer = await artifactWriter(this, flags, (failure) => failures.push(failure));
  const input = openInput(host, file, writer !== undefined);
  const passage = new Passage(gate, inputText(flags.stripAnsi === true), writer);
  try {
    const whole = await passAll(input, passage, writer === undefined ? undefined : host.signal);
    if (!whole) return;
  } finally {
    input.close();
  }
  const { gated, storingFailed } = await passage.finish();
  if (!passage.isValid && flags.quiet !== true) host.stderr.write(texts.warning(texts.notUtf8));
  const json = flags.json === true;
  host.stdout.write(json ? document(gated) : gated.text);
  if (storingFailed) throw notStored(failures[0]);
  if (gated.details.truncated && flags.failIfTruncated === true) this.exitWith(ExitCode.found);
}

function gateFor(flags: TruncateFlags, file: string | undefined): StreamGate {
  const limits = LIMITS[flags.gate];
  const maxBytes = flags.maxBytes ?? limits.maxBytes;
  const maxLines = flags.maxLines ?? limits.maxLines;
  switch (flags.gate) {
    case "bash":
      return new HeadTail({ maxBytes, maxLines });
    case "tool-tail":
      return new HeadTail({ maxBytes, maxLines, headShare: 0 });
    case "budget":
      if (flags.maxLines !== undefined) throw linesForBudget();
      return new BudgetStream(maxBytes, { tool: CALL.tool, input: { path: file }, isError: false });
    default:
      return new PrefixStream({ maxBytes, maxLines });
  }
}

function checkLimit(maxBytes: number | undefined, least: number): void {
  if (maxBytes !== undefined && maxBytes < least) throw outputFault.limitTooSmall(maxBytes, least);
}

/** As long as the path that a note will name. */
function artifactPath({ host }: CliContext, { artifactDir }: TruncateFlags): string | undefined {
  return artifactDir && join(resolve(host.cwd, artifactDir), "0".repeat(ARTIFACT_NAME_CHARACTERS));
}

async function artifactWriter(
  { host }: CliContext,
  flags: TruncateFlags,
  report: (failure: Diagnostic) => void,
): Promise<ArtifactWriter | undefined> {
  if (flags.artifactDir === undefined) return undefined;
  // With its hashes and threads it costs as much as the rest of a short run.
  const { createArtifactStore } = await import("../../output/artifacts/store.ts");
  const folder = resolve(host.cwd, flags.artifactDir);
  const store = createArtifactStore({ container: folder, folder: [], report });
  const hold = Math.max(ARTIFACT_BUFFER_BYTES, flags.maxBytes ?? 0);
  // Head and tail are for a look; who reads on line by line needs the long lines in pieces.
  const readable = flags.gate !== "bash" && flags.gate !== "tool-tail";
  const writer = store.begin(CALL, { readable, hold });
  return existsSync(folder) ? writer : withoutEmptyFolder(writer, folder);
}

/** A folder that was made for a file that nobody needed goes again. */
function withoutEmptyFolder(writer: ArtifactWriter, folder: string): ArtifactWriter {
  return {
    write: (chunk) => writer.write(chunk),
    publish: () => writer.publish(),
    discard() {
      writer.discard();
      if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    },
  };
}

/** Bytes on their way through one gate, and into the file when the whole must be kept. */
class Passage {
  readonly #gate: StreamGate;
  readonly #text: InputText;
  readonly #writer: ArtifactWriter | undefined;
  #bytes = 0;
  readonly #take = (bytes: Uint8Array): void => this.#gate.push(bytes);

  constructor(gate: StreamGate, text: InputText, writer: ArtifactWriter | undefined) {
    this.#gate = gate;
    this.#text = text;
    this.#writer = writer;
  }

  get isValid(): boolean {
    return this.#text.isValid && this.#gate.isValid;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#writer?.write(chunk);
    this.#text.push(chunk, this.#take);
  }

  async finish(): Promise<{ readonly gated: GatedText; readonly storingFailed: boolean }> {
    this.#text.end(this.#take);
    const artifact = await this.#stored();
    const storingFailed = this.#writer !== undefined && artifact === undefined && this.#gate.willCut();
    const gated = this.#gate.finish({ artifact, storingFailed, originalBytes: this.#bytes });
    return { gated, storingFailed };
  }

  discard(): void {
    this.#writer?.discard();
  }

  async #stored(): Promise<Artifact | undefined> {
    if (this.#gate.willCut()) return this.#writer?.publish();
    this.discard();
    return undefined;
  }
}

/** False when a signal came first; then nothing is left behind. */
async function passAll(
  input: TruncateInput,
  passage: Passage,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { chunks } = input;
  try {
    if (Symbol.iterator in chunks) for (const chunk of chunks) passage.push(chunk);
    else for await (const chunk of signal ? untilAborted(chunks, signal) : chunks) passage.push(chunk);
  } catch (error) {
    passage.discard();
    throw systemCode(error) === undefined ? error : readFault(input.name, error);
  }
  if (signal?.aborted === true) passage.discard();
  return signal?.aborted !== true;
}

function document({ text, details }: GatedText): string {
  const { continuation: _, ...facts } = details;
  return jsonDocument({ schemaVersion: 1, text, details: facts });
}

/** What was asked to be kept is lost; what fits the limit is printed all the same. */
function notStored(failure: Diagnostic | undefined): Fault<"artifact_failed"> {
  return new Fault("artifact_failed", {
    what: failure?.message ?? texts.notStored,
    where: failure?.where,
    hint: texts.notStoredHint,
  });
}

function linesForBudget(): Fault<"lines_for_budget"> {
  return new Fault("lines_for_budget", {
    what: texts.noLinesForBudget,
    where: "--max-lines",
    hint: texts.noLinesForBudgetHint,
    exit: ExitCode.usage,
  });
}
