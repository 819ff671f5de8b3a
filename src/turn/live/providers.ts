import type { Api, Model } from "@earendil-works/pi-ai";

/** Protocols that a live model can be spoken to in; other ones of the library are not built in. */
export const LIVE_APIS = ["anthropic-messages", "openai-completions", "openai-responses"] as const;
export type LiveApi = (typeof LIVE_APIS)[number];

export interface ProviderFacts {
  /** Environment variables that may hold the key, the usual one first. */
  readonly keys: readonly string[];
  /** Spoken at a base URL of the user's own. */
  readonly api: LiveApi;
  /** The library's list of this provider's models with their addresses and prices, loaded on use. */
  list(): Promise<Readonly<Record<string, Model<Api>>>>;
}

/** Providers by the name that stands before the slash of `--model` and in `models:` of config.yaml. */
export const PROVIDERS: Readonly<Record<string, ProviderFacts>> = {
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    api: "anthropic-messages",
    list: async () => (await import("@earendil-works/pi-ai/providers/anthropic.models")).ANTHROPIC_MODELS,
  },
  openai: {
    keys: ["OPENAI_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/openai.models")).OPENAI_MODELS,
  },
  minimax: {
    keys: ["MINIMAX_API_KEY"],
    api: "anthropic-messages",
    list: async () => (await import("@earendil-works/pi-ai/providers/minimax.models")).MINIMAX_MODELS,
  },
  "minimax-cn": {
    keys: ["MINIMAX_CN_API_KEY"],
    api: "anthropic-messages",
    list: async () => (await import("@earendil-works/pi-ai/providers/minimax-cn.models")).MINIMAX_CN_MODELS,
  },
  deepseek: {
    keys: ["DEEPSEEK_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/deepseek.models")).DEEPSEEK_MODELS,
  },
  moonshotai: {
    keys: ["MOONSHOT_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/moonshotai.models")).MOONSHOTAI_MODELS,
  },
  "moonshotai-cn": {
    keys: ["MOONSHOT_API_KEY"],
    api: "openai-completions",
    list: async () =>
      (await import("@earendil-works/pi-ai/providers/moonshotai-cn.models")).MOONSHOTAI_CN_MODELS,
  },
  zai: {
    keys: ["ZAI_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/zai.models")).ZAI_MODELS,
  },
  openrouter: {
    keys: ["OPENROUTER_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/openrouter.models")).OPENROUTER_MODELS,
  },
  groq: {
    keys: ["GROQ_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/groq.models")).GROQ_MODELS,
  },
  xai: {
    keys: ["XAI_API_KEY"],
    api: "openai-completions",
    list: async () => (await import("@earendil-works/pi-ai/providers/xai.models")).XAI_MODELS,
  },
};

/** The part of a protocol's module that is used. */
export async function loadApi(api: LiveApi) {
  switch (api) {
    case "anthropic-messages":
      return (await import("@earendil-works/pi-ai/api/anthropic-messages")).streamSimple;
    case "openai-completions":
      return (await import("@earendil-works/pi-ai/api/openai-completions")).streamSimple;
    case "openai-responses":
      return (await import("@earendil-works/pi-ai/api/openai-responses")).streamSimple;
  }
}

export function isLiveApi(api: string): api is LiveApi {
  return LIVE_APIS.some((known) => known === api);
}
