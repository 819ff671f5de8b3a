import { isSecretName } from "../../config/secret-names.ts";
import type { McpServerEntry } from "../../config/types.ts";
import type { ServerIdentity } from "./types.ts";

/** Who a server is. Values of arguments and of URL parameters whose name tells a secret are left out. */
export function serverIdentity(
  entry: McpServerEntry,
  version: string | undefined,
  portable: (text: string) => string,
): ServerIdentity {
  const told = version === undefined ? {} : { version: portable(version) };
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

/** `--api-key VALUE` and `--token=VALUE` without their values. */
function publicArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    const before = args[index - 1];
    if (before?.startsWith("-") && !before.includes("=") && !arg.startsWith("-") && isSecretName(before)) {
      return "[secret]";
    }
    const [flag = "", ...value] = arg.split("=");
    return value.length > 0 && isSecretName(flag) ? `${flag}=[secret]` : arg;
  });
}

function publicUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = "";
  url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (isSecretName(name)) url.searchParams.set(name, "[secret]");
  }
  return url.href;
}
