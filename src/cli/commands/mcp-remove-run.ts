import { jsonDocument } from "../../output/json.ts";
import { nearest } from "../../output/nearest.ts";
import type { CliContext } from "../context.ts";
import type { McpFileFlags } from "./mcp.ts";
import { changeMcpFile, usageFault } from "./mcp-target.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

export async function runMcpRemove(this: CliContext, flags: McpFileFlags, name: string): Promise<void> {
  const { host } = this;
  const file = await changeMcpFile(host, flags, async ({ names }) => {
    if (names.includes(name)) return { [name]: undefined };
    const near = nearest(name, names);
    const hint = near.length === 0 ? texts.unknownHint : texts.didYouMean(near);
    throw usageFault(texts.unknown(name), "NAME", hint);
  });
  host.stdout.write(
    flags.json === true ? jsonDocument({ schemaVersion: 1, file, name }) : texts.removed(name, file),
  );
}
