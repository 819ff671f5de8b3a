import { setTimeout as sleep } from "node:timers/promises";

/** Waits until something holds, with more patience than the slowest machine needs; fails when it never does. */
export async function until(ready: () => boolean): Promise<void> {
  for (let n = 0; n < 800 && !ready(); n++) await sleep(25);
  if (!ready()) throw new Error("waited for nothing");
}
