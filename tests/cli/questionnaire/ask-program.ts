/**
 * A program for a terminal: asks the questions in its first argument (JSON) and prints the reply as JSON.
 * Started by the tests under a pseudo-terminal.
 */
import { processHost } from "../../../src/cli/host.ts";
import { wantsColor } from "../../../src/cli/prompt/paint.ts";
import { createQuestionnaire } from "../../../src/cli/questionnaire/ask.ts";

const host = processHost({ compiled: false, script: import.meta.filename });
const ask = createQuestionnaire({ host, color: wantsColor(undefined, host.env) });
if (ask === undefined) host.stdout.write("no terminal\n");
else host.stdout.write(`REPLY ${JSON.stringify(await ask(JSON.parse(process.argv[2] ?? "")))}\n`);
