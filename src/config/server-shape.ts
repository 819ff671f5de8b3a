import { MAX_SERVER_NAME_CHARS } from "./limits.ts";
import type { RawMcpServer } from "./types.ts";
import { visibleNameProblem } from "./visible-name.ts";

/** What is wrong with a server as a whole, in the words of a problem ("expected …, got …"). */
export interface ShapeProblem {
  readonly expected: string;
  readonly got: string;
}

/** Checks what no single key can say: the name, and that the keys make exactly one kind of server. */
export function serverShapeProblem(name: string, server: RawMcpServer): ShapeProblem | undefined {
  return nameProblem(name) ?? kindProblem(server) ?? strayKeyProblem(server);
}

function nameProblem(name: string): ShapeProblem | undefined {
  const got = visibleNameProblem(name, MAX_SERVER_NAME_CHARS);
  const expected = `a server name of 1 to ${MAX_SERVER_NAME_CHARS} visible characters`;
  return got === undefined ? undefined : { expected, got };
}

function kindProblem({ type, command, url }: RawMcpServer): ShapeProblem | undefined {
  if (command !== undefined && url !== undefined) return { expected: "command or url", got: "both" };
  if (command === undefined && url === undefined) return { expected: "command or url", got: "neither" };
  if (type === undefined || (type === "stdio") === (url === undefined)) return undefined;
  const key = url === undefined ? "command" : "url";
  return {
    expected: url === undefined ? 'type "stdio" with command' : 'type "http" or "sse" with url',
    got: `type "${type}" with ${key}`,
  };
}

function strayKeyProblem(server: RawMcpServer): ShapeProblem | undefined {
  const remote = server.url !== undefined;
  const foreign = remote ? (["args", "env", "cwd"] as const) : (["headers", "oauth"] as const);
  const stray = foreign.find((key) => server[key] !== undefined);
  if (stray === undefined) return undefined;
  return {
    expected: remote ? "only url, headers, oauth and type with url" : "only args, env and cwd with command",
    got: `${stray} as well`,
  };
}
