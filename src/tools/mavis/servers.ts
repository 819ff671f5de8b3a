import { type Static, Type } from "@sinclair/typebox";
import { changeMcpServers } from "../../config/mcp-edit.ts";
import { writtenServerProblem } from "../../config/mcp-entry.ts";
import { readMcpFile, type WrittenServer } from "../../config/mcp-file.ts";
import { RawMcpServerSchema } from "../../config/mcp-schema.ts";
import { isSecretName } from "../../config/secret-names.ts";
import { newServerNameProblem } from "../../config/server-name.ts";
import type { RawMcpServer } from "../../config/types.ts";
import { nearest } from "../../output/nearest.ts";
import { visible } from "../../output/visible.ts";
import { mavisFault } from "./errors.ts";
import { mavisTexts } from "./texts.ts";
import { type MavisCall, type MavisDone, type Verb, verb } from "./verb.ts";

const texts = mavisTexts.mcp;
const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });
/** Whether annotations of a server count is for the user to say, and so are its credentials for OAuth. */
const { trustAnnotations: _trust, oauth: _oauth, disabled, ...created } = RawMcpServerSchema.properties;
const createSchema = Type.Object({ name, ...created }, closed);
const updateSchema = Type.Object({ name, ...created, disabled }, closed);

/** MCP servers: the data dir's mcp.json, changed as `turnkit mcp` changes it. */
export const serverVerbs: Readonly<Record<string, Verb>> = {
  list: verb(Type.Object({}, closed), list),
  get: verb(Type.Object({ name }, closed), async (call, args) =>
    shown(known(args.name, await serversOf(call))),
  ),
  create: verb(createSchema, create),
  update: verb(updateSchema, update),
  delete: verb(Type.Object({ name }, closed), remove),
};

async function serversOf({ stores }: MavisCall): Promise<readonly WrittenServer[]> {
  const file = stores.dataDir.mcpFile;
  return (await readMcpFile(file, { file, scope: "data-dir" }))?.servers ?? [];
}

async function list(call: MavisCall): Promise<MavisDone> {
  const servers = await serversOf(call);
  const file = call.stores.dataDir.mcpFile;
  const lines = servers.map(({ name: own, raw }) =>
    raw === undefined ? texts.brokenLine(visible(own)) : texts.line(visible(own), visible(targetOf(raw))),
  );
  return {
    text: servers.length === 0 ? texts.none(file) : lines.join("\n"),
    details: {
      file,
      servers: servers.map(({ name: own, raw }) => ({ name: own, ...(raw && outline(raw)) })),
    },
  };
}

function known(given: string, servers: readonly WrittenServer[]): WrittenServer {
  const found = servers.find((server) => server.name === given);
  if (found !== undefined) return found;
  throw mavisFault.serverUnknown(
    given,
    nearest(
      given,
      servers.map((server) => server.name),
    ),
  );
}

async function shown({ name: own, raw }: WrittenServer): Promise<MavisDone> {
  if (raw === undefined) throw mavisFault.serverBroken(own);
  const facts = { name: own, ...outline(raw) };
  return { text: JSON.stringify(facts, undefined, 2), details: facts };
}

/** Values of environment and headers may be secrets, as they stand in the file: only their names show. */
function outline({ env, headers, oauth, ...facts }: RawMcpServer): Record<string, unknown> {
  return {
    ...facts,
    ...(env === undefined ? {} : { env: Object.keys(env) }),
    ...(headers === undefined ? {} : { headers: Object.keys(headers) }),
    ...(oauth === undefined ? {} : { oauth: Object.keys(oauth) }),
  };
}

function targetOf({ command, args = [], url, disabled: off }: RawMcpServer): string {
  const target = url ?? [command ?? "", ...args].join(" ");
  return off === true ? texts.disabled(target) : target;
}

async function create(
  call: MavisCall,
  { name: own, ...server }: Static<typeof createSchema>,
): Promise<MavisDone> {
  const file = call.stores.dataDir.mcpFile;
  const unfit = newServerNameProblem(own);
  if (unfit !== undefined) throw mavisFault.serverNameUnfit(unfit);
  refuseInvalid(own, server);
  await changeMcpServers(file, call, async ({ names }) => {
    if (names.includes(own)) throw mavisFault.serverExists(own);
    return { [own]: server };
  });
  return said(texts.created(own, file), own, server);
}

async function update(
  call: MavisCall,
  { name: own, ...changes }: Static<typeof updateSchema>,
): Promise<MavisDone> {
  const fields = Object.keys(changes);
  if (fields.length === 0) throw mavisFault.serverNothing(own);
  await changeMcpServers(call.stores.dataDir.mcpFile, call, async () => {
    const { raw } = known(own, await serversOf(call));
    if (raw === undefined) throw mavisFault.serverBroken(own);
    const changed = { ...raw, ...changes };
    refuseInvalid(own, changed);
    return { [own]: changed };
  });
  return said(texts.updated(own, fields), own, changes);
}

async function remove(call: MavisCall, { name: own }: { readonly name: string }): Promise<MavisDone> {
  await changeMcpServers(call.stores.dataDir.mcpFile, call, async () => {
    known(own, await serversOf(call));
    return { [own]: undefined };
  });
  return { text: texts.deleted(own), details: { name: own } };
}

function refuseInvalid(own: string, server: RawMcpServer): void {
  const problem = writtenServerProblem(own, server);
  if (problem !== undefined) throw mavisFault.serverInvalid(own, problem);
}

function said(text: string, own: string, { env, headers }: RawMcpServer): MavisDone {
  const clear = Object.entries({ ...env, ...headers })
    .filter(([key, value]) => isSecretName(key) && value !== "" && !value.includes("${"))
    .map(([key]) => key);
  const warnings = clear.map((key) => texts.secretInClear(visible(key)));
  return { text: [text, ...warnings].join("\n"), details: { name: own } };
}
