import { isSecretName } from "../../config/secret-names.ts";
import type { McpServerEntry } from "../../config/types.ts";
import type { ServerConnection } from "../../mcp/types.ts";
import type { ServerIdentity } from "./types.ts";

/** Who a server is. Values of arguments and of URL parameters whose name tells a secret are left out. */
export function serverIdentity(
  entry: McpServerEntry,
  { version, instructions }: Pick<ServerConnection, "version" | "instructions">,
  portable: (text: string) => string,
): ServerIdentity {
  const told = {
    ...(version === undefined ? {} : { version: portable(version) }),
    ...(instructions === undefined ? {} : { instructions: portable(instructions) }),
  };
  const { name, transport } = entry;
  if (entry.transport !== "stdio") return { name, transport, url: portable(publicUrl(entry.url)), ...told };
  return {
    name,
    transport,
    command: portable(entry.command),
    args: publicArguments(entry.args).map(portable),
    ...told,
  };
}

/** `--api-key VALUE`, `--token=VALUE`, `Authorization: VALUE` and addresses, all without their secrets. */
function publicArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    const before = args[index - 1];
    if (before?.startsWith("-") && !before.includes("=") && !arg.startsWith("-") && isSecretName(before)) {
      return SECRET;
    }
    const [, flag = "", sign = ""] = NAMED_VALUE.exec(arg) ?? [];
    if (sign !== "" && isSecretName(flag)) return `${flag}${sign}${SECRET}`;
    const [name, address = ""] = sign === "=" ? [`${flag}=`, arg.slice(flag.length + 1)] : ["", arg];
    return ADDRESS.test(address) ? `${name}${publicUrl(address)}` : arg;
  });
}

const SECRET = "[secret]";

/** A flag, a variable or a header with its value; an address has no name in front. */
const NAMED_VALUE = /^([A-Za-z0-9_.-]+)(=|:(?!\/\/) *)/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** An address that holds no secret stays as it was written. */
function publicUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  if (url.username === "" && url.password === "" && secrets.length === 0) return address;
  url.username = "";
  url.password = "";
  for (const name of secrets) url.searchParams.set(name, SECRET);
  return url.href;
}
