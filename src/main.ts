import { VERSION } from "./config/version.ts";

const argv = process.argv.slice(2);

// The version must cost no more than an empty program: nothing else is loaded, not even node:fs.
if (argv[0] === "--version") {
  console.log(`turnkit ${VERSION}`);
} else {
  const { startCli } = await import("./cli/start.ts");
  process.exitCode = await startCli(argv, {
    compiled: /(\$bunfs|~BUN)/.test(import.meta.url),
    script: import.meta.filename ?? "",
  });
}
