import { Type } from "@sinclair/typebox";
import { configFault } from "../../config/errors.ts";
import { placedProblem } from "../../config/problem-texts.ts";
import { readValue, type ValueProblem } from "../../config/read-value.ts";
import { closedObject, listOf, text } from "../../config/schema-parts.ts";
import { offsetAt, type SourceNode } from "../../config/source-node.ts";
import { readSource, type SourceText, whereOf } from "../../config/source-text.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { messageOf } from "../../output/fault.ts";
import { turnFault } from "../errors.ts";
import { HOOK_COMMAND_MS } from "../limits.ts";
import { hookTexts as texts } from "./texts.ts";
import { HOOK_EVENTS, type HookCommand, type HookEvent, type HookGroup, type HookSet } from "./types.ts";

const Command = closedObject({
  type: text(),
  command: Type.Optional(text()),
  timeout: Type.Optional(Type.Number({ minimum: 0.1, maximum: 600, description: "Seconds" })),
  transcript: Type.Optional(Type.Union([Type.Literal("claude"), Type.Literal("codex")])),
  statusMessage: Type.Optional(Type.String()),
});

const Group = closedObject({
  matcher: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  hooks: listOf(Command),
});

/** Events of the two programs whose files these are that have no counterpart here. */
const OTHER_EVENTS = [
  "SessionStart",
  "SessionEnd",
  "Notification",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "PermissionRequest",
  "PostToolUseFailure",
] as const;

const optionalGroups = (events: readonly string[]) =>
  Object.fromEntries(events.map((event) => [event, Type.Optional(listOf(Group))]));

const Hooks = closedObject({
  ...optionalGroups(HOOK_EVENTS),
  ...Object.fromEntries(OTHER_EVENTS.map((event) => [event, Type.Optional(Type.Unknown())])),
});

interface WrittenCommand {
  readonly type: string;
  readonly command?: string;
  readonly timeout?: number;
  readonly transcript?: "claude" | "codex";
}
interface WrittenGroup {
  readonly matcher?: string;
  readonly hooks: readonly WrittenCommand[];
}

export interface LoadedHooks {
  readonly hooks: HookSet;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the commands below `hooks` of a hooks or settings file (JSON or YAML); other keys beside it are
 * somebody else's. Limits fail closed: whatever is wrong below it stops the program.
 * @throws Fault (exit 2) with `file:line:column` of every problem.
 */
export async function readHooks(path: string): Promise<LoadedHooks> {
  const source = readSource(path, { role: texts.role });
  if (source === undefined) throw configFault.sourceMissing(texts.role, path, "hooks");
  const { parseYaml } = await import("../../config/yaml-source.ts");
  const parsed = parseYaml(source.text);
  if (!parsed.ok) throw configFault.syntax(texts.role, source, parsed.problems);
  const root =
    parsed.root?.kind === "map" ? parsed.root.entries.find(({ key }) => key === "hooks")?.value : undefined;
  if (root === undefined) throw turnFault.hooksInvalid([{ what: texts.empty, where: source.file }]);
  const problems: ValueProblem[] = [];
  const read = readValue(Hooks, root, problems);
  if (problems.length > 0 || !read.ok) {
    throw turnFault.hooksInvalid(problems.map((problem) => placedProblem(problem, source)));
  }
  return new HookReader(source, root).hooks(read.value as Record<string, readonly WrittenGroup[]>);
}

class HookReader {
  readonly #source: SourceText;
  readonly #root: SourceNode;
  readonly #problems: { what: string; where: string }[] = [];

  constructor(source: SourceText, root: SourceNode) {
    this.#source = source;
    this.#root = root;
  }

  hooks(written: Readonly<Record<string, readonly WrittenGroup[] | undefined>>): LoadedHooks {
    const groupsOf = (event: HookEvent) =>
      (written[event] ?? []).map((group, at) => this.#group(group, [event, at]));
    const hooks: HookSet = {
      PreToolUse: groupsOf("PreToolUse"),
      PostToolUse: groupsOf("PostToolUse"),
      UserPromptSubmit: groupsOf("UserPromptSubmit"),
      Stop: groupsOf("Stop"),
    };
    if (this.#problems.length > 0) throw turnFault.hooksInvalid(this.#problems);
    const diagnostics = OTHER_EVENTS.filter((event) => written[event] !== undefined).map(
      (event): Diagnostic => ({
        severity: "warning",
        code: "hook_event_not_run",
        message: texts.eventNotRun(event),
        where: this.#where([event]),
      }),
    );
    return { hooks, diagnostics };
  }

  #group(group: WrittenGroup, path: readonly (string | number)[]): HookGroup {
    const commands = group.hooks.flatMap((hook, at) => this.#command(hook, [...path, "hooks", at]));
    return { matches: this.#matcher(group.matcher ?? "", [...path, "matcher"]), commands };
  }

  #command(hook: WrittenCommand, path: readonly (string | number)[]): HookCommand[] {
    const where = this.#where(path);
    if (hook.type !== "command" || hook.command === undefined) {
      this.#problems.push({ what: texts.onlyCommands(hook.type), where });
      return [];
    }
    const timeoutMs = Math.min((hook.timeout ?? Number.POSITIVE_INFINITY) * 1000, HOOK_COMMAND_MS);
    const { command, transcript } = hook;
    return [{ command, timeoutMs, where, ...(transcript === undefined ? {} : { transcript }) }];
  }

  /** Empty and `*` match every tool; anything else is a pattern over the whole name. */
  #matcher(matcher: string, path: readonly (string | number)[]): HookGroup["matches"] {
    if (matcher === "" || matcher === "*") return () => true;
    try {
      const pattern = new RegExp(`^(?:${matcher})$`, "u");
      return (names) => names.some((name) => pattern.test(name));
    } catch (error) {
      this.#problems.push({ what: texts.badMatcher(matcher, messageOf(error)), where: this.#where(path) });
      return () => true;
    }
  }

  #where(path: readonly (string | number)[]): string {
    return whereOf(this.#source, offsetAt(this.#root, path));
  }
}
