import { mendArguments } from "../files/mend-arguments.ts";

/**
 * Mends what models get wrong about the shape of questions: other names of the parameters, options that are
 * plain texts, a flag for several answers. The words stay as they are.
 */
export function mendQuestions(raw: unknown): unknown {
  const mended = mendArguments(raw, {
    aliases: {
      steps: ["questions"],
      title: ["header"],
      requiresExplicitResponse: ["requires_explicit_response"],
    },
    booleans: ["requiresExplicitResponse"],
    optional: ["title", "requiresExplicitResponse"],
  });
  if (!isRecord(mended) || !Array.isArray(mended.steps)) return mended;
  return { ...mended, steps: mended.steps.map(mendedStep) };
}

function mendedStep(raw: unknown): unknown {
  const mended = mendArguments(raw, {
    aliases: {
      question: ["text", "prompt"],
      options: ["choices"],
      selectionMode: ["selection_mode"],
      multiSelect: ["multi_select", "multiple"],
    },
    optional: ["selectionMode", "multiSelect"],
  });
  if (!isRecord(mended)) return mended;
  const { multiSelect, ...step } = mended;
  const mode = typeof multiSelect === "boolean" && step.selectionMode === undefined;
  const options = Array.isArray(step.options) ? { options: step.options.map(mendedOption) } : {};
  return {
    ...(mode ? { ...step, selectionMode: multiSelect ? "multiple" : "single" } : mended),
    ...options,
  };
}

function mendedOption(raw: unknown): unknown {
  if (typeof raw === "string") return { label: raw };
  return mendArguments(raw, {
    aliases: { label: ["value", "title"] },
    booleans: ["recommended"],
    strings: ["label"],
    optional: ["description", "recommended"],
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
