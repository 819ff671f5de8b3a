import type { Api, Model, ThinkingLevel } from "@earendil-works/pi-ai";
import type { Environment } from "../../config/host.ts";
import type { ModelConfig } from "../../config/types.ts";
import { type ModelFacts, SCRIPT_MODEL } from "../../contract/model.ts";
import { turnFault } from "../errors.ts";
import { UNLISTED_MAX_TOKENS } from "../limits.ts";
import { isLiveApi, type LiveApi, PROVIDERS, type ProviderFacts } from "./providers.ts";

/** A live model with everything a request needs but the conversation. */
export interface LiveModel {
  readonly facts: ModelFacts;
  readonly pi: Model<Api>;
  readonly api: LiveApi;
  readonly apiKey: string;
  /** The variable that the key came from; it is masked under this name. */
  readonly keyVariable: string;
  readonly priced: boolean;
  readonly thinking?: ThinkingLevel;
}

export interface ResolveOptions {
  readonly models: Readonly<Record<string, ModelConfig>>;
  readonly env: Environment;
  /** `--thinking`; absent: medium for models that think. */
  readonly thinking?: ThinkingLevel | "off";
}

/**
 * The model that `--model` names: an entry of `models:`, else `provider/id` of a known provider.
 * @throws Fault (exit 2): unknown name or provider, a key that is missing (names the variable).
 */
export async function resolveLiveModel(name: string, options: ResolveOptions): Promise<LiveModel> {
  const entry = Object.hasOwn(options.models, name) ? options.models[name] : undefined;
  if (entry !== undefined) return fromEntry(name, entry, options);
  const slash = name.indexOf("/");
  const [provider, id] = [name.slice(0, Math.max(0, slash)), name.slice(slash + 1)];
  if (slash <= 0 || id === "") throw turnFault.modelUnknown(name, Object.keys(options.models));
  const facts = providerOf(provider, "--model");
  const { pi, listed } = await listedModel(facts, provider, id);
  return { ...(await complete(name, pi, facts.keys, options)), priced: listed };
}

async function fromEntry(name: string, entry: ModelConfig, options: ResolveOptions): Promise<LiveModel> {
  const facts = providerOf(entry.provider, `models.${name}.provider`);
  const { pi, listed } = await listedModel(facts, entry.provider, entry.id);
  const own = entry.baseUrl === undefined ? pi : plainModel(entry, facts.api, entry.baseUrl);
  const input = entry.supports.image ? (["text", "image"] as const) : (["text"] as const);
  const model = {
    ...own,
    contextWindow: entry.contextWindow ?? own.contextWindow,
    input: entry.baseUrl === undefined && listed ? own.input : [...input],
  };
  const keys = entry.apiKeyEnv === undefined ? facts.keys : [entry.apiKeyEnv];
  const completed = await complete(name, model, keys, options);
  const supports = { ...completed.facts.supports, video: entry.supports.video };
  return {
    ...completed,
    facts: { ...completed.facts, supports },
    priced: listed && entry.baseUrl === undefined,
  };
}

function providerOf(provider: string, where: string): ProviderFacts {
  const facts = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (facts === undefined) throw turnFault.modelUnsupported(provider, where, Object.keys(PROVIDERS));
  return facts;
}

/** A model that the list does not know (a new one) is asked at the provider's address, with modest limits. */
async function listedModel(
  facts: ProviderFacts,
  provider: string,
  id: string,
): Promise<{ pi: Model<Api>; listed: boolean }> {
  const list = await facts.list();
  const found = Object.hasOwn(list, id) ? list[id] : undefined;
  if (found !== undefined && isLiveApi(found.api)) return { pi: found, listed: true };
  const like = Object.values(list).find((model) => isLiveApi(model.api));
  const entry = { provider, id };
  return { pi: plainModel(entry, like?.api ?? facts.api, like?.baseUrl ?? ""), listed: false };
}

/**
 * A model about which nothing is known but its address. What only some servers of a protocol accept is left
 * out of the requests; thinking without a signature goes back as thinking.
 */
function plainModel(entry: { provider: string; id: string }, api: string, baseUrl: string): Model<Api> {
  const compat =
    api === "anthropic-messages"
      ? {
          supportsEagerToolInputStreaming: false,
          supportsLongCacheRetention: false,
          allowEmptySignature: true,
        }
      : { supportsStore: false, supportsDeveloperRole: false, supportsReasoningEffort: false };
  return {
    id: entry.id,
    name: entry.id,
    api,
    provider: entry.provider,
    baseUrl,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: SCRIPT_MODEL.contextWindow,
    maxTokens: UNLISTED_MAX_TOKENS,
    compat: compat as never,
  };
}

async function complete(
  name: string,
  pi: Model<Api>,
  keys: readonly string[],
  options: ResolveOptions,
): Promise<Omit<LiveModel, "priced">> {
  const keyVariable = keys.find((variable) => (options.env[variable] ?? "") !== "");
  const apiKey = keyVariable === undefined ? undefined : options.env[keyVariable];
  if (keyVariable === undefined || apiKey === undefined) throw turnFault.keyMissing(name, keys);
  // The library would present itself as another program with such a token.
  if (apiKey.includes("sk-ant-oat")) throw turnFault.keyUnusable(keyVariable);
  if (!isLiveApi(pi.api)) throw turnFault.modelUnsupported(pi.provider, "--model", Object.keys(PROVIDERS));
  const thinking = options.thinking ?? "medium";
  return {
    facts: {
      provider: pi.provider,
      id: pi.id,
      contextWindow: pi.contextWindow,
      supports: { image: pi.input.includes("image"), video: false },
    },
    pi: withEmptySignatures(pi),
    api: pi.api,
    apiKey,
    keyVariable,
    ...(pi.reasoning && thinking !== "off" ? { thinking } : {}),
  };
}

/** MiniMax sends thinking without a signature and wants it back as thinking. */
function withEmptySignatures(pi: Model<Api>): Model<Api> {
  if (!pi.provider.startsWith("minimax")) return pi;
  return { ...pi, compat: { ...(pi.compat as object), allowEmptySignature: true } as never };
}
