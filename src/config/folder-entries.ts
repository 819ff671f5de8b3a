import { readdirSync } from "node:fs";

/** Names in a folder, sorted, hidden ones left out; none when it cannot be listed. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => !entry.startsWith("."))
      .sort();
  } catch {
    return [];
  }
}
