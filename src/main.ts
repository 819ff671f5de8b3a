import { quicklyPrinted } from "./config/runtime-quick-print.ts";
import { VERSION } from "./config/version.ts";

const argv = process.argv.slice(2);

// The version must cost no more than an empty program: nothing else is loaded, not even node:fs.
if (argv[0] !== "--version" || !(await quicklyPrinted(`turnkit ${VERSION}\n`))) {
  const start = { compiled: /(\$bunfs|~BUN)/.test(import.meta.url), script: import.meta.filename ?? "" };
  process.exitCode =
    argv[0] === "mcode-tools"
      ? await (await import("./cli/start-mcode-tools.ts")).startMcodeTools(argv.slice(1), start)
      : await (await import("./cli/start.ts")).startCli(argv, start);
}
