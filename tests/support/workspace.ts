import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder of a test; `using` removes it. Its name has a space and CJK in it, as users' folders do. */
export interface Workspace {
  readonly path: string;
  file(name: string, content: string | Uint8Array): string;
  [Symbol.dispose](): void;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function workspace(files: Files = {}): Workspace {
  const path = mkdtempSync(join(tmpdir(), "turnkit 测试 "));
  const file = (name: string, content: string | Uint8Array): string => {
    const target = join(path, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    return target;
  };
  for (const [name, content] of Object.entries(files)) file(name, content);
  return { path, file, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
