import { readFile, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Type } from "@sinclair/typebox";
import type { AgentFile } from "../../config/agent-file.ts";
import { type AgentListing, loadAgents } from "../../config/agents.ts";
import { atomicWrite } from "../../config/atomic-write.ts";
import { entriesOf } from "../../config/folder-entries.ts";
import { withLock } from "../../config/owner.ts";
import { isPlainName } from "../../config/plain-name.ts";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import { nearest } from "../../output/nearest.ts";
import { systemReason } from "../../output/system-error.ts";
import { visible } from "../../output/visible.ts";
import type { AgentFields } from "./agent-text.ts";
import { mavisFault } from "./errors.ts";
import { AGENTS_LOCK_WAIT_MS, INSTRUCTION_CHARACTERS } from "./limits.ts";
import { mavisTexts } from "./texts.ts";
import { type MavisCall, type MavisDone, type Verb, verb } from "./verb.ts";

const texts = mavisTexts.agents;
const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });
const names = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 }));
const instructions = Type.String({ minLength: 1, maxLength: INSTRUCTION_CHARACTERS });
const head = {
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  tools: names,
  disallowedTools: names,
  mcpServers: names,
  skills: names,
};

/** Custom agents: the files of the data dir. */
export const agentVerbs: Readonly<Record<string, Verb>> = {
  list: verb(Type.Object({}, closed), ({ stores }) =>
    list(stores.dataDir.agents, loadAgents(stores.dataDir)),
  ),
  get: verb(Type.Object({ name }, closed), async ({ stores }, args) =>
    shown(known(args.name, await loadAgents(stores.dataDir))),
  ),
  create: verb(Type.Object({ name, instructions, ...head }, closed), (call, { name: given, ...fields }) =>
    changing(call, () => create(call, given, fields)),
  ),
  update: verb(
    Type.Object({ name, instructions: Type.Optional(instructions), ...head }, closed),
    (call, { name: given, ...fields }) => changing(call, () => update(call, given, fields)),
  ),
  delete: verb(Type.Object({ name }, closed), (call, args) => changing(call, () => remove(call, args.name))),
};

async function changing(call: MavisCall, work: () => Promise<MavisDone>): Promise<MavisDone> {
  const folder = call.stores.dataDir.agents;
  await ensurePrivateFolder(folder);
  const options = { platform: call.platform, waitMs: AGENTS_LOCK_WAIT_MS };
  const done = await withLock(join(folder, ".lock"), options, work);
  if (done === undefined) throw mavisFault.agentsBusy();
  return done.value;
}

async function list(folder: string, loading: Promise<AgentListing>): Promise<MavisDone> {
  const { agents, broken } = await loading;
  const lines = [
    ...agents.map((agent) => texts.line(visible(agent.name), visible(agent.description ?? ""))),
    ...broken.map((agent) => texts.broken(visible(agent.name), visible(agent.fault.message))),
  ];
  return {
    text: lines.length === 0 ? texts.none : lines.join("\n"),
    details: {
      folder,
      agents: agents.map((agent) => ({ name: agent.name, description: agent.description, file: agent.file })),
      broken: broken.map(({ name: broke, file }) => ({ name: broke, file })),
    },
  };
}

/** @throws Fault `unknown` with the nearest names, `ambiguous`, or the fault of a broken file. */
function known(given: string, { agents, broken }: AgentListing): AgentFile {
  const [found, second] = agents.filter((agent) => agent.name === given);
  if (found !== undefined && second !== undefined)
    throw mavisFault.agentAmbiguous(given, [found.file, second.file]);
  if (found !== undefined) return found;
  const broke = broken.find((agent) => agent.name === given);
  if (broke !== undefined) throw mavisFault.agentUnusable(broke.file, broke.fault.message);
  throw mavisFault.agentUnknown(
    given,
    nearest(
      given,
      agents.map((agent) => agent.name),
    ),
  );
}

async function shown(agent: AgentFile): Promise<MavisDone> {
  const { diagnostics: _, file, ...facts } = agent;
  return { text: await readFile(file, "utf8"), details: { ...facts, file } };
}

async function create({ stores }: MavisCall, given: string, fields: AgentFields): Promise<MavisDone> {
  if (!isPlainName(given)) throw mavisFault.agentName(given);
  const { agents, broken } = await loadAgents(stores.dataDir);
  const folder = stores.dataDir.agents;
  const taken = new Set([...agents, ...broken].map((agent) => agent.name.toLowerCase()));
  const entries = entriesOf(folder).map((entry) => entry.toLowerCase());
  if (taken.has(given) || entries.includes(given) || entries.includes(`${given}.md`)) {
    throw mavisFault.agentExists(given);
  }
  const { agentText } = await import("./agent-text.ts");
  const file = join(folder, `${given}.md`);
  await atomicWrite(file, agentText(fields));
  return { text: texts.created(given, file), details: { name: given, file } };
}

async function update({ stores }: MavisCall, given: string, fields: AgentFields): Promise<MavisDone> {
  const { file } = known(given, await loadAgents(stores.dataDir));
  const changed = Object.keys(fields);
  if (changed.length === 0) throw mavisFault.agentNothing(given);
  const { changedAgentText } = await import("./agent-text.ts");
  const before = await readFile(file, "utf8").catch((error: unknown) => {
    throw mavisFault.agentUnusable(file, systemReason(error));
  });
  const text = changedAgentText(before, fields);
  if (text === undefined) throw mavisFault.agentUnusable(file, "its head is no YAML map");
  await atomicWrite(file, text);
  return { text: texts.updated(given, changed), details: { name: given, file, changed } };
}

/** The file alone goes; the folder of an agent only when nothing else is in it. */
async function remove({ stores }: MavisCall, given: string): Promise<MavisDone> {
  const { file } = known(given, await loadAgents(stores.dataDir));
  await unlink(file);
  if (basename(file) === "agent.md" && dirname(file) !== stores.dataDir.agents) {
    await rmdir(dirname(file)).catch(() => undefined);
  }
  return { text: texts.deleted(given, file), details: { name: given, file } };
}
