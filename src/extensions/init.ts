import { messageOf } from "../output/fault.ts";
import { extensionFault } from "./errors.ts";
import { texts } from "./texts.ts";
import type { Extension, ExtensionApi, ExtensionSet, ExtensionTurn } from "./types.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };
type Registered = Mutable<Omit<ExtensionSet, "turnStart" | "turnEnd">>;
type TurnHook = { readonly id: string; readonly run: () => void | Promise<void> };

/**
 * Lets each extension join a turn, in order. Nothing registers when tools are disabled.
 * @throws Fault (exit 2) when an extension's `init` throws, or two have one id.
 */
export async function initExtensions(
  extensions: readonly Extension[],
  turn: ExtensionTurn,
): Promise<ExtensionSet> {
  const registered: Registered = {
    tools: [],
    before: [],
    after: [],
    gates: [],
    systemPrompt: [],
    reminders: [],
  };
  const starts: TurnHook[] = [];
  const ends: TurnHook[] = [];
  const ids = new Set<string>();
  for (const extension of extensions) {
    if (ids.has(extension.id)) throw extensionFault.idTaken(extension.id);
    ids.add(extension.id);
    try {
      await extension.init(apiFor(extension.id, turn, { registered, starts, ends }));
    } catch (error) {
      throw extensionFault.initFailed(extension.id, error);
    }
  }
  return { ...registered, turnStart: () => runAll(starts), turnEnd: () => runAll(ends) };
}

interface Books {
  readonly registered: Registered;
  readonly starts: TurnHook[];
  readonly ends: TurnHook[];
}

function apiFor(id: string, turn: ExtensionTurn, { registered, starts, ends }: Books): ExtensionApi {
  const listeners = {
    before_tool_call: registered.before,
    after_tool_call: registered.after,
    turn_start: { push: (run: TurnHook["run"]) => starts.push({ id, run }) },
    turn_end: { push: (run: TurnHook["run"]) => ends.push({ id, run }) },
  };
  return {
    turn,
    registerTool: (tool) => void registered.tools.push({ tool, extension: id }),
    on: (event, hook) => {
      const list = listeners[event] as { push(hook: unknown): void };
      list.push(hook);
    },
    contributeSystemPrompt: (text) => void registered.systemPrompt.push(text),
    registerReminder: (text) => void registered.reminders.push(text),
    registerOutputGate: (gate) => void registered.gates.push(gate),
  };
}

/** One after the other; a hook that throws is told and does not stop the others. */
async function runAll(hooks: readonly TurnHook[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { id, run } of hooks) {
    try {
      await run();
    } catch (error) {
      problems.push(texts.hookFailed(id, messageOf(error)));
    }
  }
  return problems;
}
