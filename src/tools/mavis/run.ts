import { validateArguments } from "../../contract/arguments.ts";
import { textResult } from "../../contract/results.ts";
import type { ToolDefinition, ToolResult } from "../../contract/tool.ts";
import { nearest } from "../../output/nearest.ts";
import type { MavisInput } from "./definition.ts";
import { mavisFault } from "./errors.ts";
import type { MavisCall, Verb } from "./verb.ts";
import { isVerb, VERBS, type VerbName } from "./verb-names.ts";

/** One command. @throws Fault when nothing was changed. */
export async function runMavis(call: MavisCall, { command, args = {} }: MavisInput): Promise<ToolResult> {
  const name = verbNameIn(command);
  const verb = await verbOf(name);
  const checked = await validateArguments({ schema: verb.schema } as unknown as ToolDefinition, args);
  if (!checked.ok) throw mavisFault.badArguments(name, checked.issues);
  const { text, details } = await verb.run(call, checked.input as never);
  return textResult("mavis", text, { details: { command: name, ...details } });
}

function verbNameIn(command: string): VerbName {
  const [group = "", word = "", ...rest] = command.trim().toLowerCase().split(/\s+/u);
  if (group === "cron" || group === "schedule") throw mavisFault.noScheduler(command);
  const name = `${group} ${word}`;
  if (!isVerb(name)) throw mavisFault.unknownCommand(command, nearest(name, Object.keys(VERBS)));
  if (rest.length > 0) throw mavisFault.argumentsBehind(name, rest.join(" "));
  return name;
}

async function verbOf(name: VerbName): Promise<Verb> {
  const [group = "", word = ""] = name.split(" ");
  const verbs: Readonly<Record<string, Verb>> =
    group === "agent"
      ? (await import("./agents.ts")).agentVerbs
      : group === "session"
        ? (await import("./sessions.ts")).sessionVerbs
        : (await import("./servers.ts")).serverVerbs;
  const verb = verbs[word];
  if (verb === undefined) throw mavisFault.unknownCommand(name, []);
  return verb;
}
