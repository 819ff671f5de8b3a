import type { AssistantMessage, ToolCall } from "@earendil-works/pi-ai";
import { MAX_SHOWN_ARGUMENTS } from "./limits.ts";
import { texts } from "./texts.ts";

/** Why the arguments of a call cannot be used: the answer was cut, or they are no JSON object. */
export interface ArgumentsProblem {
  readonly kind: "cut" | "unreadable";
  readonly message: string;
}

export interface SettleOptions {
  /** Filled with the problem of each call that has one, by call id. */
  readonly problems: Map<string, ArgumentsProblem>;
  /** Ids that are taken already; the new ones are added. */
  readonly seenIds: Set<string>;
  /** The arguments text of each call of the message as it arrived. */
  readonly sent: ReadonlyMap<ToolCall, string>;
  /** Whether a tool may run on arguments that the provider library had to mend (h16). */
  readonly mayMend: (name: string) => boolean;
  /** The way back from what a provider was told to the catalog's names. */
  readonly restore?: RestoreCall;
}

/** Brings a call, as a provider knows its tool and arguments, back to the catalog's names. */
export type RestoreCall = (call: { readonly name: string; readonly args: unknown }) => {
  readonly name: string;
  readonly args: unknown;
};

/**
 * Takes the loop's own marks off the calls of a message: an `argumentsError` or a stop for length would make
 * the loop answer by itself, without the gates, the transcript and the words that say what to do.
 */
export function settleCalls(message: AssistantMessage, options: SettleOptions): AssistantMessage {
  let calls = 0;
  const content = message.content.map((block) => {
    if (block.type !== "toolCall") return block;
    calls += 1;
    const { argumentsError, ...call } = block;
    const id = uniqueId(call.id, options.seenIds);
    const arrived = { name: call.name, args: call.arguments };
    const { name, args } = options.restore ? options.restore(arrived) : arrived;
    const problem = problemOf(message, { name, argumentsError, sent: options.sent.get(block) }, options);
    if (problem !== undefined) options.problems.set(id, problem);
    return { ...call, id, name, arguments: args as typeof call.arguments };
  });
  return calls === 0 ? message : { ...message, content, stopReason: "toolUse" };
}

interface Arrived {
  readonly name: string;
  readonly argumentsError: string | undefined;
  readonly sent: string | undefined;
}

/**
 * An answer that stopped for length may have cut any of its calls, also where what arrived reads as JSON, so
 * none of them runs. Mended arguments (raw control characters, unknown escapes) run only where a wrong guess
 * changes nothing.
 */
function problemOf(
  message: AssistantMessage,
  call: Arrived,
  options: SettleOptions,
): ArgumentsProblem | undefined {
  if (message.stopReason === "length") return { kind: "cut", message: texts.lengthStop };
  if (call.argumentsError !== undefined) {
    return { kind: "unreadable", message: texts.unreadable(reasonIn(call.argumentsError), shown(call.sent)) };
  }
  const reason = strictProblem(call.sent);
  if (reason === undefined || options.mayMend(call.name)) return undefined;
  return { kind: "unreadable", message: texts.unreadable(reason, shown(call.sent)) };
}

function strictProblem(sent: string | undefined): string | undefined {
  if (sent === undefined || sent.trim() === "") return undefined;
  try {
    JSON.parse(sent);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first line of the library's message; what follows echoes all that was sent. */
function reasonIn(argumentsError: string): string {
  return argumentsError.split("\n", 1)[0] ?? "";
}

function shown(sent: string | undefined): string {
  const characters = Array.from((sent ?? "").slice(0, MAX_SHOWN_ARGUMENTS * 2));
  if (characters.length <= MAX_SHOWN_ARGUMENTS) return characters.join("");
  return `${characters.slice(0, MAX_SHOWN_ARGUMENTS).join("")}…`;
}

/** Some providers give the same id twice, or none; results are paired by it, so each call gets one of its own. */
function uniqueId(given: string, seen: Set<string>): string {
  const id = given.trim() === "" ? "call" : given;
  let unique = id;
  for (let n = 2; seen.has(unique); n++) unique = `${id}_${n}`;
  seen.add(unique);
  return unique;
}
