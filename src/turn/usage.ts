import type { Usage } from "@earendil-works/pi-ai";
import type { TurnUsage } from "./types.ts";

/** What the requests of a turn have used so far. */
export type UsageSum = Required<TurnUsage>;

export function noUsage(): UsageSum {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, cost: 0 };
}

export function addUsage(sum: UsageSum, usage: Usage): UsageSum {
  return {
    inputTokens: sum.inputTokens + usage.input,
    outputTokens: sum.outputTokens + usage.output,
    cacheReadTokens: sum.cacheReadTokens + usage.cacheRead,
    cacheWriteTokens: sum.cacheWriteTokens + usage.cacheWrite,
    cost: sum.cost + usage.cost.total,
  };
}

export function tokensOf(sum: UsageSum): number {
  return sum.inputTokens + sum.outputTokens + sum.cacheReadTokens + sum.cacheWriteTokens;
}

export function costOf(sum: UsageSum): number {
  return sum.cost;
}

/** Without a known price there is no cost to report, rather than a cost of 0. */
export function usageReport(sum: UsageSum, priced: boolean): TurnUsage {
  const { cost, ...tokens } = sum;
  return priced ? { ...tokens, cost } : tokens;
}
