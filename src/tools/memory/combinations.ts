import type { MemoryInput } from "./definition.ts";
import { memoryFault } from "./errors.ts";
import { MEMORY_OPERATIONS, type MemoryOperation, type MemoryTarget } from "./types.ts";

type Parameter = Exclude<keyof MemoryInput, "target" | "operation" | "reason">;

interface Rule {
  readonly targets: readonly MemoryTarget[];
  readonly needs: readonly Parameter[];
  readonly takes: readonly Parameter[];
  /** Whether `topic` is one topic then; otherwise it may be all of them. */
  readonly oneTopic: boolean;
}

/** What goes with what. `reason` goes with everything. */
const RULES: Readonly<Record<MemoryOperation, Rule>> = {
  read: { targets: ["user", "main", "topic", "summary"], needs: [], takes: [], oneTopic: false },
  search: { targets: ["user", "main", "topic", "summary"], needs: ["query"], takes: [], oneTopic: false },
  append: { targets: ["user", "main", "topic"], needs: ["content"], takes: [], oneTopic: true },
  edit: {
    targets: ["user", "main", "topic", "summary"],
    needs: ["oldString", "newString"],
    takes: ["replaceAll"],
    oneTopic: true,
  },
  create: { targets: ["topic"], needs: ["description"], takes: ["content"], oneTopic: true },
  delete: { targets: ["topic"], needs: [], takes: [], oneTopic: true },
  write: { targets: ["topic", "summary"], needs: ["content"], takes: ["description"], oneTopic: true },
};

/** Checks what the schema cannot say: that the parameters make sense together. @throws Fault. */
export function checkCombination(input: MemoryInput): void {
  const { target, operation } = input;
  const rule = RULES[operation];
  if (!rule.targets.includes(target)) {
    const operations = MEMORY_OPERATIONS.filter((name) => RULES[name].targets.includes(target));
    throw memoryFault.wrongTarget({ operation, target, targets: rule.targets, operations });
  }
  const needs = target === "topic" && rule.oneTopic ? [...rule.needs, "topicName" as const] : rule.needs;
  const missing = needs.filter((name) => input[name] === undefined);
  if (missing.length > 0) throw memoryFault.missing(operation, target, missing);
  const takes = [...needs, ...rule.takes, ...(target === "topic" ? ["topicName"] : [])];
  const onlyForTopics = target === "topic" ? [] : ["description"];
  const stray = Object.keys(input).filter(
    (name) =>
      !["target", "operation", "reason"].includes(name) &&
      (!takes.includes(name) || onlyForTopics.includes(name)),
  );
  if (stray.length > 0) throw memoryFault.stray(operation, target, stray);
}

/** For the description: which targets an operation works on. */
export function targetsOf(operation: MemoryOperation): readonly MemoryTarget[] {
  return RULES[operation].targets;
}
