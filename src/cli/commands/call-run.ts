import { onTerminal } from "../../config/host.ts";
import { SCRIPT_MODEL } from "../../contract/model.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import { SecretMask } from "../../output/secrets.ts";
import { permissionSettings } from "../../permissions/settings.ts";
import { type Assembly, assembleTurn } from "../../turn/assemble.ts";
import { callableTool, callOnce } from "../../turn/call-once.ts";
import { loadHooks } from "../../turn/hooks/open.ts";
import { newId, sessionAt } from "../../turn/session/session.ts";
import { openWorkplace } from "../../turn/workplace.ts";
import { writeAnswer } from "../answer.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import { createElicit } from "../elicitation/ask.ts";
import { createTerminalAsk } from "../prompt/ask.ts";
import { OneAtATime } from "../prompt/one-at-a-time.ts";
import { wantsColor } from "../prompt/paint.ts";
import { createQuestionnaire } from "../questionnaire/ask.ts";
import { agentFacts } from "./agent-facts.ts";
import type { CallFlags } from "./call.ts";
import { readArguments } from "./call-arguments.ts";
import { dryRun } from "./call-dry-run.ts";
import { heldLock } from "./locked.ts";
import { ownExtensions } from "./own-extensions.ts";

export async function runCallCommand(this: CliContext, flags: CallFlags, tool: string): Promise<void> {
  const { host } = this;
  const args = await readArguments(host, flags);
  const workplace = await openWorkplace(host, flags);
  const { loaded, servers, dataDir } = workplace;
  const permission = permissionSettings({
    flags,
    config: loaded.config.permissions,
    where: loaded.where,
    onTerminal: onTerminal(host),
    command: "call",
  });
  const agent = await agentFacts(host, dataDir, flags);
  const mask = new SecretMask();
  for (const { name, value } of workplace.secrets) mask.add(name, value);
  const diagnostics = (some: Parameters<typeof writeDiagnostics>[1]) =>
    writeDiagnostics(host, mask.maskDeep(some), flags);
  diagnostics([...loaded.diagnostics, ...servers.diagnostics, ...agent.diagnostics]);
  const session = sessionAt(dataDir.sessions, newId(host.now()));
  const color = wantsColor(flags.color, host.env);
  const asking = new OneAtATime();
  const assembly = await assembleTurn({
    host,
    workplace,
    session,
    turnId: session.id,
    hooks: await loadHooks(loaded.config.hooks),
    model: SCRIPT_MODEL,
    handOver: false,
    mcpTimeoutMs: flags.mcpTimeout === undefined ? undefined : flags.mcpTimeout * 1000,
    facts: agent.facts,
    plan: false,
    extensions: await ownExtensions(host, flags),
    lock: await heldLock(flags, workplace.workspace),
    permission,
    ask: asking.wrap(createTerminalAsk({ host, color })),
    questions: asking.wrap(createQuestionnaire({ host, color })),
    elicit: asking.wrap(createElicit({ host, color })),
    mask,
    signal: host.signal,
    report: (diagnostic) => diagnostics([diagnostic]),
  });
  try {
    diagnostics(assembly.catalog.diagnostics);
    callableTool(assembly, tool);
    if (flags.dryRun === true)
      host.stdout.write(mask.mask(await dryRun(assembly, { tool, args, json: flags.json === true })));
    else await callAndPrint(this, assembly, { flags, tool, args, sessionId: session.id });
  } finally {
    diagnostics((await assembly.close()).diagnostics);
  }
}

interface Calling {
  readonly flags: CallFlags;
  readonly tool: string;
  readonly args: unknown;
  readonly sessionId: string;
}

async function callAndPrint(context: CliContext, assembly: Assembly, calling: Calling): Promise<void> {
  const { host } = context;
  const { tool, args, sessionId, flags } = calling;
  const entry = await callOnce(assembly, { sessionId, turnId: sessionId, tool, args, signal: host.signal });
  if (flags.json === true) host.stdout.write(jsonDocument({ schemaVersion: 1, ...entry }));
  else if (entry.text !== "") writeAnswer(host.stdout, entry.text);
  if (entry.isError) context.exitWith(ExitCode.failed);
}
