import type { Environment } from "../config/host.ts";
import type { SkillFile } from "../config/skills.ts";
import type { FolderOrUrl } from "../config/types.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { QuestionPort } from "./ask-user/types.ts";
import type { FeatureSwitches } from "./feature-enable/types.ts";
import type { FileWork } from "./files/file-work.ts";
import type { MavisStores } from "./mavis/types.ts";
import type { MemoryPlace } from "./memory/types.ts";
import type { ProcessScope } from "./process/scope.ts";
import type { Delegation } from "./task/types.ts";
import type { TaskBoard } from "./tasks/types.ts";
import type { TodoLists } from "./todowrite/todo-lists.ts";
import type { SearchSettings } from "./web-search/types.ts";

/**
 * What the local tools need of the world, made once per turn by whoever assembles the turn. Files are not
 * here: they are reached only through the `PathGuard` of each call.
 */
export interface LocalServices extends LocalAdapters {
  /** Absolute. */
  readonly workspace: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly model: ModelFacts;
  readonly artifacts: ArtifactStore;
  readonly environments: ChildEnvironments;
  readonly programs: Programs;
  /** Shared by every turn of the process. */
  readonly files: FileWork;
  /** Shared by every turn of the process. */
  readonly todos: TodoLists;
  /** `tools.edit.requireFresh`. */
  readonly requireFresh: boolean;
  /** The children of this turn: their mark, and the sweep at the turn's end. */
  readonly processes: ProcessScope;
  /** Present where background tasks are possible: bash offers `run_in_background` and longer limits. */
  readonly tasks?: TaskBoard;
  /** A foreground command that runs past 15 s becomes a background task (live model, or `handOver: true`). */
  readonly handOver?: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What a tool needs to exist at all: without its adapter it is in no catalog. */
export interface LocalAdapters {
  /** The skills that the model may ask for; none and there is no `skill`. */
  readonly skills?: readonly SkillFile[];
  readonly memory?: MemoryPlace;
  readonly mavis?: MavisStores;
  /** Where somebody can answer at once; without it a call of `ask_user` ends the turn waiting. */
  readonly questions?: QuestionPort;
  readonly features?: FeatureSwitches;
  /** Children to give work to. */
  readonly delegation?: Delegation;
  /** The workspace lies in a git work tree. */
  readonly workTree?: boolean;
  /** `tools.webFetch`. */
  readonly webFetch?: { readonly allow: readonly string[] };
  /** `tools.webSearch`. */
  readonly webSearch?: SearchSettings;
  /** `tools.websiteDeploy`. */
  readonly deploy?: FolderOrUrl;
  /** The data folder, absolute: sessions and settings, which are never published. */
  readonly dataDir?: string;
}

/** Environments of child processes; the runtime's own variables are in neither (20-local-tools). */
export interface ChildEnvironments {
  /** For what the model runs (bash), by `tools.bash.envMode`. */
  readonly command: Environment;
  /** Names that were taken out of `command`, told once in the details of a result. */
  readonly removed: readonly string[];
  /** For programs that turnkit itself starts (rg, git): always scrubbed. */
  readonly helper: Environment;
}

/** Programs by absolute path, found only through absolute PATH entries; undefined when there is none. */
export interface Programs {
  shell(): Promise<Shell | undefined>;
  ripgrep(): Promise<string | undefined>;
  git(): Promise<string | undefined>;
}

export interface Shell {
  readonly path: string;
  /** `bash`, `sh`, …; shown to the model. */
  readonly name: string;
}
