import type { Environment } from "./host.ts";

/** Whether `CI` is set; an empty value, `0` and `false` count as unset. */
export function runsInCi(env: Environment): boolean {
  return !["", "0", "false"].includes((env.CI ?? "").trim().toLowerCase());
}
