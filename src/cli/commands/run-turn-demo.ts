import type { Host } from "../../config/host.ts";
import type { ExitCode } from "../../output/exit-codes.ts";
import { terminalText } from "../../output/visible.ts";
import { tourTexts as texts } from "../../turn/demo/texts.ts";
import { playTour } from "../../turn/demo/tour.ts";
import { expectationLines } from "../../turn/expectation-lines.ts";
import { progressSink } from "../../turn/progress.ts";
import { exitCodeOf } from "../../turn/turn-exit.ts";
import type { TurnDocument, TurnEventSink } from "../../turn/types.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { RunTurnFlags } from "./run-turn-flags.ts";
import { type TurnFormat, turnOutput } from "./run-turn-output.ts";

/** `run-turn --demo`: as text the whole tour is the answer, so all of it goes to stdout. */
export async function runDemo(host: Host, flags: RunTurnFlags, format: TurnFormat): Promise<ExitCode> {
  const onDiagnostic = (diagnostic: TurnDocument["diagnostics"][number]) =>
    writeDiagnostics(host, [diagnostic], flags);
  if (format !== "text") {
    const output = turnOutput(host, { format, quiet: flags.quiet });
    const document = await playTour({ host, sink: output.sink, onDiagnostic });
    await output.end(document);
    return exitCodeOf(document);
  }
  host.stdout.write(`${texts.opening}\n`);
  const document = await playTour({ host, sink: tourSink(host), onDiagnostic });
  for (const line of expectationLines(document)) host.stderr.write(`${line}\n`);
  host.stdout.write(`\n${texts.closing(document.calls.length, document.expectations ?? NO_EXPECTATIONS)}\n`);
  return exitCodeOf(document);
}

const NO_EXPECTATIONS = { passed: 0, failed: 0 };

function tourSink(host: Host): TurnEventSink {
  const progress = progressSink((line) => host.stdout.write(line));
  return (event) => {
    if (event.type === "message") host.stdout.write(`\n${terminalText(event.text.trim())}\n`);
    else progress(event);
  };
}
