import type { Usage } from "@earendil-works/pi-ai";
import type { TurnUsage } from "./types.ts";

/** What the requests of a turn have used so far. */
export type UsageSum = Required<TurnUsage>;

export function tokensOf(sum: UsageSum): number {
  return sum.inputTokens + sum.outputTokens + sum.cacheReadTokens + sum.cacheWriteTokens;
}

/** What a turn uses, and its children with it: it counts for the limits and stands in the report. */
export class TurnUse {
  sum: UsageSum = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, cost: 0 };
  readonly #parent: TurnUse | undefined;
  #priced = true;

  constructor(parent?: TurnUse) {
    this.#parent = parent;
  }

  add(usage: Usage, priced: boolean): void {
    this.sum = {
      inputTokens: this.sum.inputTokens + usage.input,
      outputTokens: this.sum.outputTokens + usage.output,
      cacheReadTokens: this.sum.cacheReadTokens + usage.cacheRead,
      cacheWriteTokens: this.sum.cacheWriteTokens + usage.cacheWrite,
      cost: this.sum.cost + usage.cost.total,
    };
    this.#priced &&= priced;
    this.#parent?.add(usage, priced);
  }

  /** Of the outermost turn: children use up its limits. */
  get whole(): UsageSum {
    return this.#parent?.whole ?? this.sum;
  }

  /** Without a known price there is no cost to report, rather than a cost of 0. */
  report(priced: boolean): TurnUsage {
    const { cost, ...tokens } = this.sum;
    return this.#priced && priced ? { ...tokens, cost } : tokens;
  }
}
