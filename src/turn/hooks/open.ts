import { join } from "node:path";
import type { PermissionMode } from "../../config/types.ts";
import type { ModelFacts } from "../../contract/model.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import type { LocalServices } from "../../tools/services.ts";
import type { Session } from "../session/session.ts";
import { createHooks, type TurnHooks } from "./hooks.ts";
import { type LoadedHooks, readHooks } from "./read.ts";
import type { TranscriptFormat } from "./types.ts";

export interface OpenHooksOptions {
  readonly loaded: LoadedHooks;
  readonly services: LocalServices;
  readonly session: Session;
  readonly turnId: string;
  readonly mode: PermissionMode;
  readonly model: ModelFacts;
  report(diagnostic: Diagnostic): void;
}

/** The hooks of the configuration; undefined when it names no file. @throws Fault (exit 2) for a faulty one. */
export async function loadHooks(file: string | undefined): Promise<LoadedHooks | undefined> {
  return file === undefined ? undefined : readHooks(file);
}

/** The hooks of one turn or call. */
export function openHooks(options: OpenHooksOptions): TurnHooks {
  const { loaded, services, session, model, report } = options;
  for (const diagnostic of loaded.diagnostics) report(diagnostic);
  return createHooks({
    hooks: loaded.hooks,
    place: {
      programs: services.programs,
      processes: services.processes,
      environment: services.environments.command,
      workspace: services.workspace,
    },
    sessionId: session.id,
    turnId: options.turnId,
    mode: options.mode,
    model: `${model.provider}/${model.id}`,
    transcriptPath: (format) => (format === undefined ? session.transcript : foreignPath(session, format)),
    report,
  });
}

/** Where the transcript in another program's format lies. */
export function foreignPath(session: Session, format: TranscriptFormat): string {
  return join(session.folder, `transcript.${format}.jsonl`);
}

/** The formats that some hook wants to read. */
export function wantedFormats({ hooks }: LoadedHooks): Set<TranscriptFormat> {
  const commands = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.commands));
  return new Set(commands.flatMap(({ transcript }) => transcript ?? []));
}
