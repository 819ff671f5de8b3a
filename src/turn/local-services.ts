import type { Environment, Host } from "../config/host.ts";
import type { ProcessInfo } from "../config/process-list.ts";
import { MARK_VARIABLE } from "../config/process-mark.ts";
import { findPrograms } from "../config/programs.ts";
import type { Config } from "../config/types.ts";
import type { ModelFacts } from "../contract/model.ts";
import { hostedEnvironment } from "../mcode-tools/environment/activate.ts";
import type { McodeToolsHost } from "../mcode-tools/host/options.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { FileWork } from "../tools/files/file-work.ts";
import { createProcessScope } from "../tools/process/scope.ts";
import type { LocalAdapters, LocalServices } from "../tools/services.ts";
import { createTaskBoard } from "../tools/tasks/board.ts";
import type { TaskFacts } from "../tools/tasks/types.ts";
import { TodoLists } from "../tools/todowrite/todo-lists.ts";
import { turnEnvironments } from "./environments.ts";

export interface LocalServicesOptions {
  readonly host: Host;
  readonly config: Config;
  readonly workspace: string;
  readonly model: ModelFacts;
  readonly artifacts: ArtifactStore;
  readonly handOver: boolean;
  /** What the conditional tools stand on; without it only those exist that need nothing. */
  readonly adapters?: LocalAdapters;
  report(diagnostic: Diagnostic): void;
}

/** What the end of a turn met. */
export interface ServicesEnd {
  /** Could not be ended. */
  readonly left: readonly ProcessInfo[];
  /** Still ran in the background. */
  readonly lost: readonly TaskFacts[];
}

export interface TurnServices {
  readonly services: LocalServices;
  /** From now on commands find `mcode-tools` in their environment. */
  hostWith(mcodeTools: McodeToolsHost): void;
  /** Ends the turn's tasks and children. */
  close(): Promise<ServicesEnd>;
}

/** Shared by all turns of the process: one queue per file, one todo list per session. */
const files = new FileWork();
const todos = new TodoLists();

/** What the local tools of one turn need; nothing is started. */
export async function createLocalServices(options: LocalServicesOptions): Promise<TurnServices> {
  const { host, config } = options;
  const environments = turnEnvironments(host, config);
  for (const diagnostic of environments.diagnostics) options.report(diagnostic);
  let hosted: Environment | undefined;
  const tasks = createTaskBoard(() => host.now());
  const processes = createProcessScope({
    platform: host.platform,
    inheritedMark: host.env[MARK_VARIABLE],
  });
  return {
    services: {
      ...options.adapters,
      workspace: options.workspace,
      home: host.home,
      platform: host.platform,
      model: options.model,
      artifacts: options.artifacts,
      environments: {
        get command() {
          return hosted ?? environments.command;
        },
        get removed() {
          return environments.removed;
        },
        get helper() {
          return environments.helper;
        },
      },
      programs: findPrograms(host),
      files,
      todos,
      requireFresh: config.tools.edit.requireFresh,
      processes,
      tasks,
      handOver: options.handOver,
      now: () => host.now(),
    },
    hostWith: ({ environment, pathPrefix }) => {
      hosted = hostedEnvironment(environments.command, environment, pathPrefix);
    },
    close: async () => {
      const lost = await tasks.close();
      return { lost, left: (await processes.end()).left };
    },
  };
}
