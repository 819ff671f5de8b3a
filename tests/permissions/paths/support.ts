import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PermissionMode } from "../../../src/config/types.ts";
import type { PathGuard, PathRefusalCode } from "../../../src/contract/path-guard.ts";
import { createPathGuard, type PathGuardOptions } from "../../../src/permissions/path-guard.ts";
import { readRule } from "../../../src/permissions/rules/parse.ts";
import type { Rule } from "../../../src/permissions/rules/types.ts";
import type { PathPlaces } from "../../../src/permissions/types.ts";

/** A small world on the real disk: a workspace, a home, a data dir and a place outside of all. */
export interface World {
  readonly root: string;
  readonly places: PathPlaces & { readonly sessionDir: string };
  readonly outside: string;
  /** Writes a file; a relative name lies in the workspace. */
  file(name: string, content?: string): string;
  link(target: string, name: string): string;
  guard(mode: PermissionMode, more?: Partial<PathGuardOptions>): PathGuard;
  [Symbol.dispose](): void;
}

export function world(): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "turnkit-permissions-")));
  const dataDir = join(root, "home/.minimax");
  const sessionDir = join(dataDir, "turnkit/sessions/0123456789");
  const workspace = join(root, "work space 工作");
  const outside = join(root, "outside");
  for (const folder of [workspace, sessionDir, outside]) mkdirSync(folder, { recursive: true });
  const places = {
    workspace,
    home: join(root, "home"),
    dataDir,
    sessionDir,
    configFile: join(dataDir, "config.yaml"),
    skillDirs: [join(dataDir, "skills/trusted")],
    platform: process.platform,
  };
  const at = (name: string) => {
    const path = name.startsWith("/") ? name : join(workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  return {
    root,
    places,
    outside,
    file(name, content = "content\n") {
      writeFileSync(at(name), content);
      return at(name);
    },
    link(target, name) {
      symlinkSync(target, at(name));
      return at(name);
    },
    guard: (mode, more = {}) => createPathGuard({ places, mode, ...more }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A rule that is known to be well formed. */
export function rule(text: string): Rule {
  const read = readRule(text);
  if ("column" in read) throw new Error(`${text}: ${read.what}`);
  return read;
}

export function rules(given: { readonly allow?: readonly string[]; readonly deny?: readonly string[] }) {
  return { allow: (given.allow ?? []).map(rule), deny: (given.deny ?? []).map(rule) };
}

/** `ok`, or the code of the refusal. */
export async function reading(guard: PathGuard, path: string): Promise<"ok" | PathRefusalCode> {
  const opened = await guard.open(path);
  if (!opened.ok) return opened.code;
  await opened.handle.close();
  return "ok";
}

export async function writing(guard: PathGuard, path: string): Promise<"ok" | PathRefusalCode> {
  const target = await guard.target(path);
  return target.ok ? "ok" : target.code;
}

export async function searching(guard: PathGuard, path: string): Promise<"ok" | PathRefusalCode> {
  const verdict = await guard.stat(path, "search");
  return verdict.ok ? "ok" : verdict.code;
}
