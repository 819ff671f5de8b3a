import { Fault } from "../../output/fault.ts";
import { type MemoryName, memoryTexts as texts } from "./texts.ts";

export const MEMORY_CODES = [
  "wrong_target",
  "missing_parameter",
  "stray_parameter",
  "bad_topic_name",
  "unknown_topic",
  "topic_exists",
  "too_many_topics",
  "too_large",
  "empty_text",
  "ill_formed_text",
  "unreadable",
  "no_change",
  "text_not_found",
  "found_many",
  "busy",
] as const;
export type MemoryCode = (typeof MEMORY_CODES)[number];

interface WrongTarget {
  readonly operation: string;
  readonly target: string;
  readonly targets: readonly string[];
  readonly operations: readonly string[];
}

function fault(code: MemoryCode, what: string, data?: Readonly<Record<string, unknown>>, hint?: string) {
  return new Fault<MemoryCode>(code, { what, data, hint });
}

/** The faults of the memory, one maker per code. */
export const memoryFault = {
  wrongTarget: ({ operation, target, targets, operations }: WrongTarget) =>
    fault(
      "wrong_target",
      texts.wrongTarget(operation, target, targets),
      { targets, operations },
      texts.wrongTargetHint(target, operations),
    ),
  missing: (operation: string, target: string, names: readonly string[]) =>
    fault("missing_parameter", texts.missing(operation, target, names), { parameters: names }),
  stray: (operation: string, target: string, names: readonly string[]) =>
    fault("stray_parameter", texts.stray(operation, target, names), { parameters: names }),
  badTopicName: (name: string) => fault("bad_topic_name", texts.badTopicName(name)),
  unknownTopic: (name: string, near: readonly string[], all: readonly string[]) =>
    fault("unknown_topic", texts.unknownTopic(name, near, all), { nearest: near }),
  topicExists: (name: string) => fault("topic_exists", texts.topicExists(name)),
  tooManyTopics: (most: number) => fault("too_many_topics", texts.tooManyTopics(most), { most }),
  tooLarge: (name: MemoryName, bytes: number, most: number) =>
    fault("too_large", texts.tooLarge(name, bytes, most), { bytes, most }),
  emptyText: (parameter: string) => fault("empty_text", texts.emptyText(parameter), { parameter }),
  illFormed: () => fault("ill_formed_text", texts.illFormed()),
  unreadable: (name: MemoryName, reason: string) => fault("unreadable", texts.unreadable(name, reason)),
  noChange: () => fault("no_change", texts.noChange()),
  notFound: (name: MemoryName) => fault("text_not_found", texts.notFound(name)),
  foundMany: (name: MemoryName, count: number) =>
    fault("found_many", texts.foundMany(name, count), { count }),
  busy: () => fault("busy", texts.busy()),
};
