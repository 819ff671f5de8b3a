import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Files, Workspace } from "../support/workspace.ts";

/** What a call came to, as far as both the product and a first draft of it can say. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
  /** Blocks that are no text. */
  readonly media?: number;
}

type Call = (input: Record<string, unknown>) => Promise<Answer>;

/** The tools over one workspace: the product's own, or naive ones. */
export interface Tools extends AsyncDisposable {
  readonly read: Call;
  readonly write: Call;
  readonly edit: Call;
  readonly bash: Call;
  readonly grep: Call;
  readonly glob: Call;
  /** Starts a command in the background and reads its output, to its end or to `most` bytes of it. */
  background(command: string, more?: BackgroundOptions): Promise<Answer>;
  /** Whether a pattern of glob matches a path on a platform. */
  matches(pattern: string, path: string, platform: NodeJS.Platform): boolean;
}

export interface BackgroundOptions {
  /** Seconds. */
  readonly timeout?: number;
  readonly most?: number;
}

export interface ToolOptions {
  /** The workspace is this folder in the given one. */
  readonly folder?: string;
  /** Where results are stored; in the workspace unless given. */
  readonly store?: string;
  /** Deny rules for paths, as a person writes them. */
  readonly deny?: readonly string[];
  readonly shell?: { readonly path: string; readonly name: string };
  /** The environment that turnkit itself was started with. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where tools come from, so that a check can also have them made in a process of its own. */
export interface Origin {
  readonly module: string;
  /** An export of the module: the tools over a folder. */
  readonly name: string;
}

/** One side of a check. */
export interface Subject {
  readonly origin: Origin;
  tools(path: string, options?: ToolOptions): Tools;
}

/** A workspace with tools in it. */
export interface Bench extends Tools {
  readonly path: string;
  at(name: string): string;
  bytes(name: string): Buffer;
  text(name: string): string;
}

/** Makes a workspace of these files and tools in it; both go with the end of its use. */
export type MakeBench = (files?: Files, options?: ToolOptions) => Bench;

/** One fault kind of the reported ones: what is right, in words, and how to see it. */
export interface Check {
  /** Of a row in the list of reported faults. */
  readonly id: string;
  readonly what: string;
  /** The draft that has the fault; absent where `rows.ts` says why there is none. */
  readonly draft?: "first" | "second";
  /** The fault is that no answer comes. */
  readonly hangs?: boolean;
  /** @throws where the fault shows. */
  run(make: MakeBench, subject: Subject): Promise<void>;
}

export function benchIn(place: Workspace, subject: Subject, options: ToolOptions = {}): Bench {
  const path = options.folder === undefined ? place.path : join(place.path, options.folder);
  const at = (name: string) => join(path, name);
  return {
    ...subject.tools(path, { store: place.path, ...options }),
    path,
    at,
    bytes: (name) => readFileSync(at(name)),
    text: (name) => readFileSync(at(name), "utf8"),
  };
}
