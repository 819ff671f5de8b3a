/**
 * A program for a terminal: asks about the calls in its first argument (JSON) in its second (a workspace) and
 * prints one line for each answer. Started by the tests under a pseudo-terminal.
 */
import { join } from "node:path";
import { processHost } from "../../../src/cli/host.ts";
import { createTerminalAsk } from "../../../src/cli/prompt/ask.ts";
import { wantsColor } from "../../../src/cli/prompt/paint.ts";
import { defineRuntimeTool } from "../../../src/contract/define-tool.ts";
import type { ToolSource } from "../../../src/contract/tool.ts";
import { createPermissionEngine } from "../../../src/permissions/engine.ts";
import { rememberRules } from "../../../src/permissions/remember.ts";
import { NO_RULES } from "../../../src/permissions/rules/types.ts";

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly source?: ToolSource;
}

const [calls = "[]", workspace = "."] = process.argv.slice(2);
const host = processHost({ compiled: false, script: import.meta.filename });
const config = join(workspace, "data/config.yaml");
const ask = createTerminalAsk({ host, color: wantsColor(undefined, host.env) });
if (ask === undefined) host.stderr.write("no terminal\n");
const ended = new AbortController();
const engine = createPermissionEngine({
  places: {
    workspace,
    home: join(workspace, "home"),
    dataDir: join(workspace, "data"),
    platform: host.platform,
    configFile: config,
  },
  mode: "ask",
  rules: NO_RULES,
  ask,
  endTurn: () => ended.abort(),
  mask: (text) => text.replaceAll("hunter22", "[secret KEY]"),
  remember: (rules) => rememberRules(config, rules, process.platform),
  toolFacts: (name) =>
    name.startsWith("mcp__")
      ? { name, source: "configured", server: "git\u202ehub", serverTool: name.slice(13) }
      : undefined,
});
const schema = { type: "object" } as never;
for (const { name, input, source } of JSON.parse(calls) as Call[]) {
  const tool = defineRuntimeTool({ name, description: "", schema, source, execute: () => Promise.reject() });
  const answer = await engine.gate({ tool, name, input, ctx: { sessionId: "s", turnId: "t" } });
  host.stdout.write(
    `ANSWER ${name} ${answer.allowed ? "allowed" : answer.deniedBy}${ended.signal.aborted ? " ended" : ""}\n`,
  );
}
