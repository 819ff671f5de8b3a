import { runCli, testHost } from "./cli.ts";
import { oddServer } from "./mcp.ts";
import { workspace } from "./workspace.ts";

/** How mcp.json starts the server that misbehaves in the way `mode`. */
export function serverCommand(mode: string, id: string, more: readonly string[] = []) {
  const { command, args, env } = oddServer(mode, {}, id);
  return { command, args: [...args, ...more], env };
}

/** A workspace with an mcp.json of its own, and `turnkit …` in it. */
export function lockPlace(servers: Readonly<Record<string, object>>) {
  const space = workspace();
  const write = (now: Readonly<Record<string, object>>) =>
    space.file("data/mcp.json", JSON.stringify({ mcpServers: now }));
  write(servers);
  const turnkit = (...argv: string[]) =>
    runCli([...argv, "--data-dir", "data"], testHost({ cwd: space.path, home: "/home/ann" }));
  const run = (...argv: string[]) => turnkit("catalog", ...argv);
  const lockText = () => Bun.file(`${space.path}/turnkit.lock.json`).text();
  return { space, write, turnkit, run, lockText, [Symbol.dispose]: () => space[Symbol.dispose]() };
}
