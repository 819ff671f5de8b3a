import type { Diagnostic } from "../output/diagnostic.ts";
import { nearest } from "../output/nearest.ts";
import { configFault } from "./errors.ts";
import { mcpTexts } from "./mcp-texts.ts";
import { problemDetail, problemLine } from "./problem-texts.ts";
import type { ValueProblem } from "./read-value.ts";
import { type MapEntry, offsetAt, type SourceNode } from "./source-node.ts";
import { readSource, type SourceText, whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";
import type { DocumentPath, McpOrigin, RawMcpServer } from "./types.ts";

/** One server as a file writes it. */
export interface WrittenServer {
  readonly name: string;
  /** Undefined when a value in it is wrong; the file's diagnostics say which. */
  readonly raw?: RawMcpServer;
  readonly origin: McpOrigin;
  where(path: DocumentPath): string;
}

export interface McpFile {
  readonly path: string;
  readonly servers: readonly WrittenServer[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one file of servers, strict JSON; undefined when there is none, an empty file holds no servers.
 * @throws Fault, exit 2, with `file:line:column`, for a file that is unreadable, no JSON, or not of this form.
 */
export async function readMcpFile(
  path: string,
  origin: McpOrigin,
  shown?: string,
): Promise<McpFile | undefined> {
  const source = readSource(path, { role: texts.roles.mcp, shown });
  if (source === undefined) return undefined;
  const nothing: McpFile = { path, servers: [], diagnostics: [] };
  if (source.text.trim() === "") return nothing;
  const { parseJson } = await import("./json-source.ts");
  const parsed = parseJson(source.text);
  if (!parsed.ok) {
    // Files of editors often are JSON with comments.
    const hint = parseJson(source.text, { lenient: true }).ok ? texts.mcpStrictJson : undefined;
    throw configFault.syntax(texts.roles.mcp, source, parsed.problems, hint);
  }
  const servers = serversNode(parsed.root, source);
  if (servers === undefined)
    return parsed.root === undefined ? nothing : withoutServers(nothing, parsed.root, source);
  const { RawMcpServerSchema } = await import("./mcp-schema.ts");
  const { readValue } = await import("./read-value.ts");
  const diagnostics: Diagnostic[] = [];
  const written = servers.map((entry) => {
    const problems: ValueProblem[] = [];
    const read = readValue(RawMcpServerSchema, entry.value, problems);
    const wrong = problems.filter(({ kind }) => kind !== "unknown_key");
    diagnostics.push(...problems.map((problem) => placed(problem, entry, source)));
    const usable = read.ok && wrong.length === 0;
    return {
      name: entry.key,
      ...(usable ? { raw: read.value as RawMcpServer } : {}),
      origin,
      where: (at: DocumentPath) =>
        whereOf(source, at.length === 0 ? entry.keyOffset : offsetAt(entry.value, at)),
    };
  });
  return { path, servers: written, diagnostics };
}

function serversNode(root: SourceNode | undefined, source: SourceText): readonly MapEntry[] | undefined {
  if (root === undefined) return undefined;
  if (root.kind !== "map")
    throw configFault.mcpFileInvalid(mcpTexts.rootIsNoMap, whereOf(source, root.offset));
  const found = root.entries.find(({ key }) => key === "mcpServers");
  if (found === undefined) return undefined;
  if (found.value.kind !== "map") {
    throw configFault.mcpFileInvalid(mcpTexts.serversAreNoMap, whereOf(source, found.value.offset));
  }
  return found.value.entries;
}

/** A file without `mcpServers`: a misspelt or foreign key for it is a fault, other content a warning. */
function withoutServers(file: McpFile, root: SourceNode, source: SourceText): McpFile {
  const entries = root.kind === "map" ? root.entries : [];
  const meant = entries.find(({ key }) => nearest(key, ["mcpServers"]).length > 0);
  if (meant !== undefined) {
    throw configFault.mcpFileKey(meant.key, whereOf(source, meant.keyOffset));
  }
  if (entries.length === 0) return file;
  const where = whereOf(source, root.offset);
  return {
    ...file,
    diagnostics: [
      { severity: "warning", code: "mcp_file_without_servers", message: mcpTexts.noServers, where },
    ],
  };
}

/** Other programs keep keys of their own in these files: only a likely slip of the pen is a warning. */
function placed(problem: ValueProblem, server: MapEntry, source: SourceText): Diagnostic {
  const full = { ...problem, path: [server.key, ...problem.path], ignored: [server.key, ...problem.ignored] };
  const where = whereOf(source, problem.offset);
  if (problem.kind === "unknown_key") {
    const severity = problem.nearest.length > 0 ? "warning" : "info";
    return { severity, code: "mcp_unknown_key", message: problemLine(full), where };
  }
  const message = mcpTexts.serverInvalid(server.key, problemDetail({ ...problem, ignored: [] }));
  return { severity: "error", code: "mcp_server_invalid", message, where };
}
