import { type Static, type TLiteral, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { DEFAULT_CONFIG } from "./defaults.ts";
import { BOUNDS } from "./limits.ts";
import { RawMcpServerSchema } from "./mcp-schema.ts";
import { closedObject, dictionary, httpUrl, listOf, text, variableName } from "./schema-parts.ts";
import { BUILTIN_TOOL_IDS, MATRIX_TOOL_IDS } from "./tool-ids.ts";
import { type Config, ENV_MODES, PERMISSION_MODES } from "./types.ts";

const defaults = DEFAULT_CONFIG;

/** A map of settings that is there with its defaults when the file does not mention it. */
function section<P extends TProperties>(description: string, properties: P): TObject<P> {
  return closedObject(properties, { description, default: {} });
}

function flag(byDefault: boolean, description: string) {
  return Type.Boolean({ default: byDefault, description });
}

/** One of some constants; the order is the one that errors name. */
function choice<const T extends readonly string[]>(values: T, options: Record<string, unknown>) {
  return Type.Union(values.map((value) => Type.Literal(value)) as unknown as [TLiteral<T[number]>], options);
}

const features = section("What the default agent may use besides single tools", {
  mavis: flag(defaults.agents.default.features.mavis, "The mavis tool"),
  delegation: flag(defaults.agents.default.features.delegation, "task and task_append"),
  webSearch: flag(defaults.agents.default.features.webSearch, "web_search"),
});

const agents = section("Agents", {
  default: section("The ceiling of the default agent; a list with an unknown id is ignored whole", {
    tools: Type.Optional(
      Type.Array(choice(BUILTIN_TOOL_IDS, { expects: "a built-in tool id" }), {
        description: "Built-in tools, at most these",
      }),
    ),
    builtinTools: Type.Optional(
      Type.Array(choice(MATRIX_TOOL_IDS, { expects: "a Matrix tool id" }), {
        description: "Matrix tools, at most these",
      }),
    ),
    features,
  }),
});

const search = defaults.mcpToolSearch;
const mcpToolSearch = section("When definitions of MCP tools are deferred, and how they are searched then", {
  enabled: flag(search.enabled, "Whether anything may be deferred"),
  modelWhitelist: listOf(text(), {
    default: search.modelWhitelist,
    description: 'Models as "provider/id" for which to defer; * is any run of characters',
  }),
  thresholdPct: Type.Number({
    ...BOUNDS.thresholdPct,
    default: search.thresholdPct,
    description: "Share of the context window (0 to 1) that the definitions must exceed",
  }),
  minDeferCount: Type.Integer({
    ...BOUNDS.minDeferCount,
    default: search.minDeferCount,
    description: "Fewer candidates than this stay inline",
  }),
  topKDefault: Type.Integer({ ...BOUNDS.topK, default: search.topKDefault, description: "Hits of a search" }),
  topKMax: Type.Integer({
    ...BOUNDS.topK,
    default: search.topKMax,
    description: "Hits of a search, at most",
  }),
  systemHint: flag(search.systemHint, "Tell the model how to find deferred tools"),
  maxSchemaTextLen: Type.Integer({
    ...BOUNDS.maxSchemaTextLen,
    default: search.maxSchemaTextLen,
    description: "Characters of schema text that the index reads per tool",
  }),
});

const compaction = section("Results over a size become a receipt and a file", {
  maxInlineKiB: Type.Number({
    ...BOUNDS.inlineKiB,
    default: defaults.toolResultCompaction.maxInlineKiB,
    description: "KiB of text that a result may have",
  }),
  perTool: dictionary(Type.Number({ ...BOUNDS.inlineKiB }), {
    default: defaults.toolResultCompaction.perTool,
    description: "KiB by tool name",
  }),
});

const model = closedObject({
  provider: text({ description: "anthropic speaks Anthropic Messages, openai OpenAI Chat Completions" }),
  id: text({ description: "The model's id at the provider" }),
  baseUrl: Type.Optional(httpUrl({ description: "Where the provider is" })),
  apiKeyEnv: Type.Optional(variableName({ description: "Environment variable that holds the key" })),
  contextWindow: Type.Optional(Type.Integer({ ...BOUNDS.contextWindow, description: "Tokens" })),
  supports: section("What the model can see", {
    image: flag(false, "Images"),
    video: flag(false, "Video"),
  }),
});

const permissions = section("What tools may do; a fault in here stops the program", {
  mode: Type.Optional(choice(PERMISSION_MODES, { description: "Absent: the command's own default" })),
  allow: listOf(text(), { default: defaults.permissions.allow, description: "Rules that allow" }),
  deny: listOf(text(), { default: defaults.permissions.deny, description: "Rules that deny; they win" }),
});

const folderOrUrl = (description: string) =>
  Type.Union([closedObject({ folder: text() }), closedObject({ url: httpUrl() })], { description });

const auth = Type.Union(
  [
    closedObject({ none: Type.Literal(true) }),
    closedObject({ env: variableName() }),
    closedObject({ file: text() }),
    closedObject({ command: listOf(text(), { minItems: 1 }) }),
    closedObject({ oauth: closedObject({ issuer: httpUrl(), clientId: text() }) }),
  ],
  { default: defaults.connectors.auth, description: "Where the token for connectors comes from" },
);

const connectors = section("Tools behind mcode-tools; a fault in here stops the program", {
  servers: dictionary(RawMcpServerSchema, {
    default: defaults.connectors.servers,
    description: "Servers, written as in mcp.json",
  }),
  auth,
  lease: flag(defaults.connectors.lease, "Answer lease requests without a verified cli.mjs"),
  region: choice(["cn", "en"], { default: defaults.connectors.region }),
  extraHeaders: dictionary(Type.String(), { default: defaults.connectors.extraHeaders }),
  assets: Type.Optional(folderOrUrl("Where the two asset verbs put and get files")),
});

const tools = section("Single tools", {
  bash: section("bash", {
    envMode: Type.Optional(
      choice(ENV_MODES, {
        description: "Which variables commands see; absent: off on a terminal, else scrub",
      }),
    ),
    envAllow: listOf(variableName(), {
      default: defaults.tools.bash.envAllow,
      description: "Variables that stay in modes scrub and strict",
    }),
  }),
  webFetch: section("web_fetch", {
    allow: listOf(text(), {
      default: defaults.tools.webFetch.allow,
      description: "CIDRs and hosts that may be reached although they are not global",
    }),
  }),
  webSearch: Type.Optional(
    closedObject(
      {
        provider: choice(["searxng", "brave", "tavily"], {}),
        url: Type.Optional(httpUrl()),
        apiKeyEnv: Type.Optional(variableName()),
      },
      { description: "The provider of web_search; absent: no such tool" },
    ),
  ),
  websiteDeploy: Type.Optional(folderOrUrl("The target of website_deploy; absent: no such tool")),
  edit: section("edit and write", {
    requireFresh: flag(defaults.tools.edit.requireFresh, "Refuse a file that changed since it was read"),
  }),
  memory: section("memory", { enabled: flag(defaults.tools.memory.enabled, "Offer the memory tool") }),
});

const lint = section("turnkit catalog lint", {
  ignore: listOf(closedObject({ rule: text(), tool: text(), reason: text() }), {
    default: defaults.lint.ignore,
    description: "Findings that are accepted, with the reason",
  }),
});

const serve = section("turnkit serve", {
  include: listOf(text(), {
    default: defaults.serve.include,
    description: "Tools to offer besides the usual",
  }),
  exclude: listOf(text(), { default: defaults.serve.exclude, description: "Tools not to offer" }),
});

/**
 * config.yaml, complete: the single source of what the reader accepts, of the defaults, and of
 * `turnkit schema config`. Loaded only where there is a file to check, or a schema to print.
 */
export const ConfigSchema = section("Configuration of turnkit", {
  agents,
  builtinMatrix: Type.Optional(text({ description: "Server of mcp.json that counts as the Matrix server" })),
  mcpToolSearch,
  toolResultCompaction: compaction,
  beta: section("Features that can be switched off", {
    mcodeTools: flag(defaults.beta.mcodeTools, "mcode-tools in the commands of a turn"),
  }),
  models: dictionary(model, { default: defaults.models, description: "Models by a name of your own" }),
  permissions,
  connectors,
  tools,
  lint,
  serve,
  hooks: Type.Optional(text({ description: "File with hook commands; a fault in it stops the program" })),
});

/** The schema and the type of the rest of the program must say the same. */
type Fits<A extends B, B> = A;
export type CheckedConfig = Fits<Static<typeof ConfigSchema>, Config>;
