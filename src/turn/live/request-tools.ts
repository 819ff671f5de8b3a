import type { Environment } from "../../config/host.ts";
import type { ModelConfig } from "../../config/types.ts";
import { loadApi, PROVIDERS } from "./providers.ts";
import { resolveLiveModel } from "./resolve.ts";

/** A protocol whose requests can be looked at without sending one. */
export type RequestProtocol = "anthropic" | "openai";

export interface RequestedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}

export interface RequestToolsOptions {
  readonly protocol: RequestProtocol;
  /** `--model`; used when it speaks the protocol, else a plain model of it stands in. */
  readonly model?: string;
  readonly models: Readonly<Record<string, ModelConfig>>;
}

/** The `tools` array that a turn's request would carry, as the provider library writes it. Sends nothing. */
export async function requestTools(
  tools: readonly RequestedTool[],
  options: RequestToolsOptions,
): Promise<unknown> {
  const live = await speaker(options);
  const streamSimple = await loadApi(live.api);
  let payload: { tools?: unknown } = {};
  const toolsAdded = tools.map(({ name, description, schema }) => ({
    name,
    description,
    parameters: schema,
  }));
  const messages = [
    { role: "system", content: "", toolsAdded, timestamp: 0 },
    { role: "user", content: "", timestamp: 0 },
  ];
  const stream = streamSimple(live.pi as never, { messages } as never, {
    apiKey: UNUSED_KEY,
    cacheRetention: "short",
    maxRetries: 0,
    fetch: (() => Promise.reject(new Error("nothing is sent"))) as never,
    onPayload: (written: unknown) => {
      payload = written as { tools?: unknown };
      throw new Error("seen");
    },
  });
  // The stream ends with the error that stopped the request from being sent.
  for await (const _ of stream);
  return payload.tools ?? [];
}

const UNUSED_KEY = "unused-key";

async function speaker({ protocol, model, models }: RequestToolsOptions) {
  const plain: ModelConfig = {
    provider: protocol,
    id: "any",
    baseUrl: "http://127.0.0.1:9",
    supports: { image: false, video: false },
  };
  const standIn = await resolveLiveModel(" ", { models: { " ": plain }, env: anyKey() });
  if (model === undefined) return standIn;
  const named = await resolveLiveModel(model, { models, env: anyKey(models) }).catch(() => standIn);
  return named.api === standIn.api ? named : standIn;
}

/** No key is needed to see what a request says of tools. */
function anyKey(models: RequestToolsOptions["models"] = {}): Environment {
  const names = [
    ...Object.values(PROVIDERS).flatMap(({ keys }) => keys),
    ...Object.values(models).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
  ];
  return Object.fromEntries(names.map((name) => [name, UNUSED_KEY]));
}
