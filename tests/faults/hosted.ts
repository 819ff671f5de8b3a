import { writeFileSync } from "node:fs";
import type { Bench, Subject } from "./subject.ts";

/** Writes a program that has `tools` over the bench's folder and prints what `body` gives, as JSON; its path. */
export function hostProgram({ origin }: Subject, at: Bench, body: string): string {
  const path = at.at("host.ts");
  const program = `
    import { ${origin.name} } from ${JSON.stringify(origin.module)};
    // An error that nobody catches is its end, also while something is awaited.
    process.on("uncaughtException", () => process.exit(1));
    const folder = ${JSON.stringify(at.path)};
    const tools = ${origin.name}(folder);
    const seen = await (async () => { ${body} })();
    await tools[Symbol.asyncDispose]();
    console.log(JSON.stringify(seen));
  `;
  writeFileSync(path, program);
  return path;
}

/** Longer than any of these programs takes, on a busy machine. */
const HOST_MS = 60_000;

/** What the program printed; undefined when it did not come to its end. */
export async function hosted(program: string, stdin?: string): Promise<Record<string, unknown> | undefined> {
  const options = {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    timeout: HOST_MS,
    killSignal: "SIGKILL",
  } as const;
  const host = Bun.spawn(["bun", program], options);
  if (stdin !== undefined) host.stdin.write(stdin);
  await host.stdin.end();
  const printed = await new Response(host.stdout).text();
  return (await host.exited) === 0 ? JSON.parse(printed) : undefined;
}
