import { configFault } from "./errors.ts";
import { mcpTexts } from "./mcp-texts.ts";
import { problemDetail } from "./problem-texts.ts";
import { readValue, type ValueProblem } from "./read-value.ts";
import { serverShapeProblem } from "./server-shape.ts";
import type { MapEntry, SourceNode } from "./source-node.ts";
import { type SourceText, whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";
import type { RawMcpServer } from "./types.ts";

/** One server of another program's file, in turnkit's form. */
export interface ImportedServer {
  readonly name: string;
  /** Undefined when it cannot be used; `notes` says why. */
  readonly server?: RawMcpServer;
  /** What was left out or has to be set by hand, and what makes it unusable. */
  readonly notes: readonly string[];
}

/**
 * The servers in a file of Claude, Cursor (`mcpServers`) or VS Code (`servers`, or `mcp.servers` of its
 * settings), JSON with or without comments. Variables of those programs become `${VAR}`; keys that mean nothing
 * here are left out and named.
 * @throws Fault, exit 2, with the position, when it is no JSON or holds no servers.
 */
export async function importServers(source: SourceText): Promise<readonly ImportedServer[]> {
  const { parseJson } = await import("./json-source.ts");
  const parsed = parseJson(source.text, { lenient: true });
  if (!parsed.ok) throw configFault.syntax(texts.roles.imported, source, parsed.problems);
  const servers = serversIn(parsed.root);
  if (servers === undefined) throw configFault.nothingToImport(whereOf(source, parsed.root?.offset ?? 0));
  const { RawMcpServerSchema } = await import("./mcp-schema.ts");
  return servers.map(({ key, value }) => {
    const notes: string[] = [];
    const problems: ValueProblem[] = [];
    const read = readValue(RawMcpServerSchema, translated(value, notes), problems);
    for (const problem of problems) {
      const left = problem.kind === "unknown_key";
      notes.push(
        left ? mcpTexts.keyLeftOut(String(problem.path[0])) : problemDetail({ ...problem, ignored: [] }),
      );
    }
    const usable = read.ok && problems.every(({ kind }) => kind === "unknown_key");
    if (!usable) return { name: key, notes };
    const server = read.value as RawMcpServer;
    const shape = serverShapeProblem(key, server);
    if (shape === undefined) return { name: key, server, notes };
    return { name: key, notes: [...notes, mcpTexts.expected(shape.expected, shape.got)] };
  });
}

function serversIn(root: SourceNode | undefined): readonly MapEntry[] | undefined {
  const found =
    childOf(root, "mcpServers") ?? childOf(root, "servers") ?? childOf(childOf(root, "mcp"), "servers");
  return found?.kind === "map" ? found.entries : undefined;
}

function childOf(node: SourceNode | undefined, key: string): SourceNode | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** Texts with this program's variables, and its name for Streamable HTTP. */
function translated(node: SourceNode, notes: string[]): SourceNode {
  if (node.kind === "list") return { ...node, items: node.items.map((item) => translated(item, notes)) };
  if (node.kind === "map") {
    const entries = node.entries.map((entry) => ({
      ...entry,
      value: entry.key === "type" ? withKnownType(entry.value) : translated(entry.value, notes),
    }));
    return { ...node, entries };
  }
  if (typeof node.value !== "string") return node;
  return { ...node, value: translatedText(node.value, notes) };
}

function withKnownType(node: SourceNode): SourceNode {
  const streamable = node.kind === "scalar" && /^streamable-?http$/iu.test(String(node.value));
  return streamable ? { ...node, value: "http" } : node;
}

/** `${env:X}`, `${input:x}` and the folders of VS Code; a relative folder starts at the workspace here anyway. */
function translatedText(text: string, notes: string[]): string {
  return text
    .replaceAll(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/gu, (_, name: string) => variable(name))
    .replaceAll(/\$\{workspaceFolder\}/gu, ".")
    .replaceAll(/\$\{userHome\}/gu, () => variable("HOME"))
    .replaceAll(/\$\{input:([^}]+)\}/gu, (_, id: string) => {
      const name = id
        .toUpperCase()
        .replaceAll(/[^A-Z0-9_]/gu, "_")
        .replace(/^(?=\d)/u, "_");
      notes.push(mcpTexts.inputBecameVariable(id, name));
      return variable(name);
    });
}

function variable(name: string): string {
  return `\${${name}}`;
}
