import { writtenServerProblem } from "../../config/mcp-entry.ts";
import { isSecretName } from "../../config/secret-names.ts";
import { newServerNameProblem } from "../../config/server-name.ts";
import type { RawMcpServer } from "../../config/types.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { McpAddFlags } from "./mcp.ts";
import { changeMcpFile, usageFault } from "./mcp-target.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

export async function runMcpAdd(this: CliContext, flags: McpAddFlags, ...words: string[]): Promise<void> {
  const { host } = this;
  const [name = "", ...command] = words;
  const server = serverOf(flags, command);
  checkServer(name, server);
  let replaced = false;
  const file = await changeMcpFile(host, flags, async ({ names }) => {
    replaced = names.includes(name);
    if (replaced && flags.replace !== true) throw usageFault(texts.exists(name), "NAME", texts.existsHint);
    return { [name]: server };
  });
  warnOfSecrets(this, flags, server);
  host.stdout.write(
    flags.json === true
      ? jsonDocument({ schemaVersion: 1, file, name, replaced })
      : texts.added(name, replaced, file),
  );
}

/** @throws Fault (exit 2): what is written must be a server that can be used, and named, everywhere. */
function checkServer(name: string, server: RawMcpServer): void {
  const named = newServerNameProblem(name);
  if (named !== undefined) {
    const hint = named.instead === undefined ? undefined : texts.nameInstead(named.instead);
    throw usageFault(texts.invalidName(named.expected, named.got), "NAME", hint);
  }
  const problem = writtenServerProblem(name, server);
  if (problem !== undefined) throw usageFault(texts.invalid(name, problem), "NAME");
}

function serverOf(flags: McpAddFlags, [program, ...args]: readonly string[]): RawMcpServer {
  const common = {
    ...(flags.timeoutMs === undefined ? {} : { timeoutMs: flags.timeoutMs }),
    ...(flags.trustAnnotations === true ? { trustAnnotations: true } : {}),
  };
  const env = pairs(flags.env, "env", /^([^=]+)=(.*)$/su, "NAME=VALUE");
  const headers = pairs(flags.header, "header", /^([^:]+):\s*(.*)$/su, "NAME: VALUE");
  if (program === undefined && flags.url === undefined) {
    throw usageFault(texts.noProgram, "NAME", texts.noProgramHint);
  }
  return {
    ...(program === undefined ? {} : { command: program, args }),
    ...(env === undefined ? {} : { env }),
    ...(flags.cwd === undefined ? {} : { cwd: flags.cwd }),
    ...(flags.url === undefined ? {} : { type: flags.transport ?? "http", url: flags.url }),
    ...(headers === undefined ? {} : { headers }),
    ...common,
  };
}

function pairs(
  inputs: readonly string[] | undefined,
  flag: string,
  form: RegExp,
  shown: string,
): Record<string, string> | undefined {
  if (inputs === undefined || inputs.length === 0) return undefined;
  return Object.fromEntries(
    inputs.map((input) => {
      const [, key, value] = form.exec(input) ?? [];
      if (key === undefined || value === undefined) throw usageFault(texts.noPair(shown), `--${flag}`);
      return [key.trim(), value];
    }),
  );
}

function warnOfSecrets({ host }: CliContext, flags: McpAddFlags, { env, headers }: RawMcpServer): void {
  const clear = Object.entries({ ...env, ...headers }).filter(
    ([key, value]) => isSecretName(key) && value !== "" && !value.includes("${"),
  );
  const told = clear.map(([key]) => ({
    severity: "warning" as const,
    code: "mcp_secret_in_clear",
    message: texts.secretInClear(key),
  }));
  writeDiagnostics(host, told, flags);
}
