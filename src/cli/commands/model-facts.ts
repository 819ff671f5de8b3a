import type { Config } from "../../config/types.ts";
import { type ModelFacts, SCRIPT_MODEL } from "../../contract/model.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { nearest } from "../../output/nearest.ts";
import type { FactFlags } from "./fact-flags.ts";

/**
 * What a catalog knows of the model that the flags name: an entry of `models:`, or `provider/id` with what
 * is known of it. Without one it is what a turn script counts as; `--context-window` and `--supports` have the last word.
 */
export async function modelFacts(config: Config, flags: FactFlags): Promise<ModelFacts> {
  const named = flags.model === undefined ? SCRIPT_MODEL : await namedModel(config, flags.model);
  return {
    ...named,
    contextWindow: flags.contextWindow ?? named.contextWindow,
    supports: flags.supports ?? named.supports,
  };
}

async function namedModel({ models }: Config, name: string): Promise<ModelFacts> {
  const entry = Object.hasOwn(models, name) ? models[name] : undefined;
  if (entry !== undefined) {
    const { provider, id, supports } = entry;
    return { provider, id, contextWindow: entry.contextWindow ?? SCRIPT_MODEL.contextWindow, supports };
  }
  const [provider, ...rest] = name.split("/");
  const id = rest.join("/");
  if (provider === undefined || provider === "" || id === "") throw unknownModel(name, Object.keys(models));
  return (await listedModel(provider, id)) ?? { ...SCRIPT_MODEL, provider, id };
}

/** What the provider library knows of a model; loaded only where one is named. */
async function listedModel(provider: string, id: string): Promise<ModelFacts | undefined> {
  const { PROVIDERS } = await import("../../turn/live/providers.ts");
  const list = Object.hasOwn(PROVIDERS, provider) ? await PROVIDERS[provider]?.list() : undefined;
  const model = list !== undefined && Object.hasOwn(list, id) ? list[id] : undefined;
  if (model === undefined) return undefined;
  const supports = { image: model.input.includes("image"), video: false };
  return { provider, id, contextWindow: model.contextWindow, supports };
}

function unknownModel(name: string, known: readonly string[]): Fault {
  const near = nearest(name, known);
  return new Fault("model_unknown", {
    what: `There is no model "${name}" in models:`,
    where: "--model",
    hint: near.length === 0 ? "name it PROVIDER/ID, or add it to models:" : `did you mean "${near[0]}"?`,
    exit: ExitCode.usage,
  });
}
