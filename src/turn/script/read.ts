import { configFault } from "../../config/errors.ts";
import { placedProblem } from "../../config/problem-texts.ts";
import { readValue, type ValueProblem } from "../../config/read-value.ts";
import { offsetAt } from "../../config/source-node.ts";
import { readSource, type SourceText, whereOf } from "../../config/source-text.ts";
import { type ModelFacts, SCRIPT_MODEL } from "../../contract/model.ts";
import type { FaultText } from "../../output/fault.ts";
import type { Expected } from "../types.ts";
import { checkScript } from "./check.ts";
import { scriptFault } from "./errors.ts";
import { TurnScriptSchema, type WrittenExpectation, type WrittenScript } from "./schema.ts";
import { scriptTexts as texts } from "./texts.ts";
import type { TurnScript } from "./types.ts";

/**
 * Reads and checks a turn script (YAML or JSON).
 * @throws Fault `script_missing` or `script_invalid` (exit 2) with `file:line:column` of every fault.
 */
export async function readScript(path: string, shown = path): Promise<TurnScript> {
  const source = readSource(path, { role: texts.role, shown });
  if (source === undefined) throw scriptFault.missing(shown);
  return parseScript(source);
}

/** The same for a text that is already there (the demo's script). */
export async function parseScript(source: SourceText): Promise<TurnScript> {
  const { parseYaml } = await import("../../config/yaml-source.ts");
  const parsed = parseYaml(source.text);
  if (!parsed.ok) throw configFault.syntax(texts.role, source, parsed.problems);
  const { root } = parsed;
  if (root === undefined) throw invalid([{ what: texts.empty, where: source.file }]);
  const problems: ValueProblem[] = [];
  const read = readValue(TurnScriptSchema, root, problems);
  if (problems.length > 0 || !read.ok) {
    throw invalid(problems.map((problem) => placedProblem(problem, source)));
  }
  const written = read.value as WrittenScript;
  const further = await checkScript(written);
  if (further.length > 0) {
    const placed = further.map(({ path, what, hint }) => ({
      what,
      where: whereOf(source, offsetAt(root, path)),
      hint,
    }));
    throw invalid(placed);
  }
  return asScript(written, source.file);
}

function invalid([first, ...others]: readonly FaultText[]) {
  return scriptFault.invalid(first ?? { what: texts.empty }, others);
}

function asScript(written: WrittenScript, file: string): TurnScript {
  return {
    file,
    model: modelFacts(written.model),
    handOver: written.handOver ?? false,
    steps: written.steps.map((step) => ({
      say: step.say ?? "",
      calls: (step.calls ?? []).map(({ tool, args }) => ({ tool, args: args ?? {} })),
      expect: (step.expect ?? []).flatMap((one) =>
        checksOf(one).map((expected) => ({ call: one.call, expected })),
      ),
    })),
  };
}

function modelFacts(written: WrittenScript["model"]): ModelFacts {
  return {
    provider: written?.provider ?? SCRIPT_MODEL.provider,
    id: written?.id ?? SCRIPT_MODEL.id,
    contextWindow: written?.contextWindow ?? SCRIPT_MODEL.contextWindow,
    supports: {
      image: written?.supports?.image ?? SCRIPT_MODEL.supports.image,
      video: written?.supports?.video ?? SCRIPT_MODEL.supports.video,
    },
  };
}

/** An entry with several keys is several checks of the same call. */
function checksOf({ contains, matches, equals, isError, details }: WrittenExpectation): Expected[] {
  const checks: (Expected | undefined)[] = [
    contains === undefined ? undefined : { contains },
    matches === undefined ? undefined : { matches },
    equals === undefined ? undefined : { equals },
    isError === undefined ? undefined : { isError },
    ...Object.entries(details ?? {}).map(([pointer, value]) => ({ details: { pointer, value } })),
  ];
  return checks.filter((check) => check !== undefined);
}
