import type { Diagnostic } from "../output/diagnostic.ts";
import { expandVariables, type UsedVariable } from "./expand-variables.ts";
import type { Environment } from "./host.ts";
import { mcpTexts } from "./mcp-texts.ts";
import { expandPath } from "./paths.ts";
import { isPublicName, isSecretName } from "./secret-names.ts";
import { serverShapeProblem } from "./server-shape.ts";
import type { DocumentPath, McpOrigin, McpServerEntry, RawMcpServer, SecretValue } from "./types.ts";

/** What turns a written server into an entry. */
export interface EntryContext {
  readonly env: Environment;
  readonly home: string;
  /** Absolute; where a relative `cwd` starts. */
  readonly workspace: string;
  readonly origin: McpOrigin;
  /** `file:line:column` of a path inside the server's own map. */
  where(path: DocumentPath): string;
}

export interface ResolvedServer {
  /** Undefined when the server has a fault; `diagnostics` says which. */
  readonly entry?: McpServerEntry;
  readonly diagnostics: readonly Diagnostic[];
  readonly secrets: readonly SecretValue[];
}

/**
 * What would be wrong with a server that is about to be written, in a sentence, whatever the variables in it are:
 * keys that make no one kind of server, a blank program, names of variables and headers, what stands in `${…}`.
 */
export function writtenServerProblem(name: string, server: RawMcpServer): string | undefined {
  const shape = serverShapeProblem(name, server);
  return shape === undefined ? valueProblem(server) : mcpTexts.expected(shape.expected, shape.got);
}

function valueProblem({ command, args = [], cwd, url, ...raw }: RawMcpServer): string | undefined {
  if (command?.trim() === "") return mcpTexts.noCommand;
  const [env, headers] = [Object.entries(raw.env ?? {}), Object.entries(raw.headers ?? {})];
  for (const [key, value] of env) if (environmentProblem(key, value)) return environmentProblem(key, value);
  for (const [key, value] of headers) if (headerProblem(key, value)) return headerProblem(key, value);
  const texts = [command, ...args, cwd, url, ...[...env, ...headers].map(([, value]) => value)];
  const malformed = texts.flatMap((text = "") => {
    const expanded = expandVariables(text, {});
    return expanded.ok ? [] : expanded.malformed;
  });
  if (malformed[0] !== undefined) return mcpTexts.malformed(malformed[0]);
  return url === undefined || url.includes("${") ? undefined : urlProblem(url);
}

/** Expands and checks one server; a fault of it is a diagnostic of its own, never more (00-product "Files"). */
export function resolveServer(name: string, raw: RawMcpServer, context: EntryContext): ResolvedServer {
  return new ServerResolver(name, context).resolve(raw);
}

class ServerResolver {
  readonly #name: string;
  readonly #context: EntryContext;
  readonly #faults: Diagnostic[] = [];
  readonly #secrets: SecretValue[] = [];

  constructor(name: string, context: EntryContext) {
    this.#name = name;
    this.#context = context;
  }

  resolve(raw: RawMcpServer): ResolvedServer {
    const shape = serverShapeProblem(this.#name, raw);
    if (shape !== undefined) this.#fault([], mcpTexts.expected(shape.expected, shape.got));
    const entry = shape === undefined ? this.#entry(raw) : undefined;
    const ok = entry !== undefined && this.#faults.length === 0;
    return { ...(ok ? { entry } : {}), diagnostics: this.#faults, secrets: this.#secrets };
  }

  #entry(raw: RawMcpServer): McpServerEntry {
    const common = {
      name: this.#name,
      ...(raw.timeoutMs === undefined ? {} : { timeoutMs: raw.timeoutMs }),
      trustAnnotations: raw.trustAnnotations ?? false,
      where: this.#context.where([]),
      origin: this.#context.origin,
    };
    if (raw.url !== undefined) {
      const url = this.#url(raw.url);
      const headers = this.#map("headers", raw.headers, headerProblem);
      const oauth = raw.oauth === undefined ? {} : { oauth: this.#oauth(raw.oauth) };
      return { ...common, transport: raw.type === "sse" ? "sse" : "http", url, headers, ...oauth };
    }
    const { home, workspace } = this.#context;
    const command = this.#text(["command"], raw.command ?? "");
    const cwd = raw.cwd === undefined ? undefined : this.#text(["cwd"], raw.cwd);
    return {
      ...common,
      transport: "stdio",
      command: /^~[/\\]/u.test(command) ? expandPath(command, workspace, home) : command,
      args: (raw.args ?? []).map((arg, index) => this.#text(["args", index], arg)),
      env: this.#map("env", raw.env, environmentProblem),
      ...(cwd === undefined ? {} : { cwd: expandPath(cwd, workspace, home) }),
    };
  }

  #url(written: string): string {
    const url = this.#text(["url"], written);
    const problem = urlProblem(url);
    if (problem !== undefined && this.#faults.length === 0) this.#fault(["url"], problem);
    return url;
  }

  #oauth(raw: NonNullable<RawMcpServer["oauth"]>) {
    const values = Object.entries(raw).map(([key, value]) => {
      const expanded = this.#expand(["oauth", key], value);
      if (key === "clientSecret") this.#hide(key, expanded.text, expanded.used);
      return [key, expanded.text] as const;
    });
    return Object.fromEntries(values);
  }

  #map(
    section: "env" | "headers",
    raw: Readonly<Record<string, string>> = {},
    check: (key: string, value: string) => string | undefined,
  ): Record<string, string> {
    const values = Object.entries(raw).map(([key, value]) => {
      const expanded = this.#expand([section, key], value);
      const problem = check(key, expanded.text);
      if (problem !== undefined) this.#fault([section, key], problem);
      this.#hide(key, expanded.text, expanded.used);
      return [key, expanded.text] as const;
    });
    return Object.fromEntries(values);
  }

  #text(path: DocumentPath, written: string): string {
    const { text, used } = this.#expand(path, written);
    // Here only names tell: a folder or a region in an argument is no secret.
    for (const { name, value } of used) if (isSecretName(name)) this.#secrets.push({ name, value });
    if (text.includes("\0")) this.#fault(path, mcpTexts.nul);
    return text;
  }

  #expand(path: DocumentPath, written: string): { text: string; used: readonly UsedVariable[] } {
    const expanded = expandVariables(written, this.#context.env);
    if (expanded.ok) return expanded;
    for (const variable of expanded.unset) this.#fault(path, mcpTexts.unset(variable));
    for (const piece of expanded.malformed) this.#fault(path, mcpTexts.malformed(piece));
    return { text: "", used: [] };
  }

  /** Values that came through variables, and whole values under a secret's name (00-product "Errors"). */
  #hide(key: string, value: string, used: readonly UsedVariable[]): void {
    for (const variable of used) {
      if (!isPublicName(variable.name)) this.#secrets.push(variable);
    }
    if (!isSecretName(key)) return;
    this.#secrets.push({ name: key, value });
    const credential = /^(?:bearer|basic|token)\s+(\S+)$/iu.exec(value)?.[1];
    if (credential !== undefined) this.#secrets.push({ name: key, value: credential });
  }

  #fault(path: DocumentPath, problem: string): void {
    this.#faults.push({
      severity: "error",
      code: "mcp_server_invalid",
      message: mcpTexts.serverInvalid(this.#name, problem),
      where: this.#context.where(path),
    });
  }
}

function urlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return mcpTexts.notHttp;
  return url.username !== "" || url.password !== "" ? mcpTexts.credentialsInUrl : undefined;
}

function headerProblem(key: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/u.test(key)) return mcpTexts.headerName(key);
  return /[\0\r\n]/u.test(value) ? mcpTexts.headerValue(key) : undefined;
}

function environmentProblem(key: string, value: string): string | undefined {
  if (key === "" || /[=\0]/u.test(key)) return mcpTexts.variableName(key);
  return value.includes("\0") ? mcpTexts.nul : undefined;
}
