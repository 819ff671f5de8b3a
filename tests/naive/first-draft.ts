import { exec, execFile } from "node:child_process";
import { rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import type { Answer, Subject, ToolOptions, Tools } from "../faults/subject.ts";
import { testPrograms } from "../support/shell.ts";
import { release } from "./ending.ts";

/** Tools as one writes them on the first day: each call the shortest way that works on the author's own files. */
export function firstDraft(path: string, { env, shell }: ToolOptions = {}): Tools {
  const at = (name: unknown) => resolve(path, String(name));
  // Only so that what is left can be ended.
  const scope = createProcessScope({ platform: process.platform });
  const bash = ({ command, timeout }: Record<string, unknown>) =>
    new Promise<Answer>((done) => {
      const options = {
        cwd: path,
        env: scope.marked(env ?? process.env).environment,
        shell: shell?.path ?? "/bin/bash",
        timeout: Number(timeout ?? 120) * 1000,
        maxBuffer: Number.POSITIVE_INFINITY,
      };
      exec(String(command), options, (error, stdout, stderr) => {
        const code = error?.code ?? 0;
        const text = stdout + stderr + (error === null || code === 0 ? "\nCommand succeeded" : error.message);
        done({ text, failed: code !== 0 });
      });
    });
  return {
    read: ({ path: name, offset, limit }) => read(at(name), Number(offset ?? 1), Number(limit ?? 2_000)),
    write: ({ path: name, content }) => write(at(name), String(content)),
    edit: (input) => edit(at(input.file_path), input),
    bash,
    background: (command, more) => bash({ command, ...more }),
    grep: async ({ pattern, path: name, output_mode: mode }) =>
      ripgrep(path, [mode === "content" ? "-n" : "-l", String(pattern), String(name ?? ".")]),
    glob: async ({ pattern }) => {
      const glob = new Bun.Glob(String(pattern));
      const { text } = await ripgrep(path, ["--files"]);
      return {
        text: text
          .split("\n")
          .filter((file) => glob.match(file))
          .join("\n"),
        failed: false,
      };
    },
    matches: (pattern, given) => new Bun.Glob(pattern).match(given),
    [Symbol.asyncDispose]: async () => {
      release(path);
      await scope.end();
    },
  };
}

export const first: Subject = {
  origin: { module: import.meta.path, name: "firstDraft" },
  tools: firstDraft,
};

/** By the name, and as UTF-8. */
async function read(path: string, offset: number, limit: number): Promise<Answer> {
  if (/\.(png|jpe?g|gif|webp|pdf)$/.test(path)) return { text: "Read an image", failed: false, media: 1 };
  const text = await new Response(Bun.file(path).stream())
    .bytes()
    .then((bytes) => Buffer.from(bytes).toString());
  if (path.endsWith(".ipynb")) {
    const sources = JSON.parse(text).cells.map((cell: { source: string }) => cell.source);
    return { text: sources.join("\n"), failed: false };
  }
  const lines = text.split("\n");
  const shown = lines.slice(offset - 1, offset - 1 + limit);
  const note =
    shown.length < lines.length - offset + 1 ? `\n[${lines.length} lines, use offset to read more]` : "";
  const numbered = shown.map((line, index) => `${String(offset + index).padStart(6)}→${line}`);
  return { text: numbered.join("\n") + note, failed: false };
}

/** Safe from a crash: another file first, then its name. */
async function write(path: string, content: string): Promise<Answer> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, path);
  return { text: `Wrote ${path}`, failed: false };
}

interface Replacing {
  readonly old_string?: unknown;
  readonly new_string?: unknown;
  readonly replace_all?: unknown;
  readonly edits?: unknown;
}

async function edit(path: string, input: Replacing): Promise<Answer> {
  if (Array.isArray(input.edits)) {
    for (const one of input.edits) {
      const answer = await edit(path, one);
      if (answer.failed) return answer;
    }
    return { text: "Edited", failed: false };
  }
  const [old, now] = [String(input.old_string), String(input.new_string)];
  const text = await Bun.file(path).text();
  if (!text.includes(old) || (old === "" && input.replace_all !== true)) {
    return { text: "old_string was not found", failed: true };
  }
  await write(path, input.replace_all === true ? text.replaceAll(old, now) : text.replace(old, now));
  return { text: `Edited ${path}`, failed: false };
}

/** What ripgrep prints is the answer; when it fails there is none. */
async function ripgrep(cwd: string, args: readonly string[]): Promise<Answer> {
  const rg = (await testPrograms().ripgrep()) ?? "rg";
  return new Promise((done) => {
    const child = execFile(rg, args, { cwd }, (error, stdout) => {
      const text = error === null ? stdout.trimEnd().replaceAll("./", "") : "No matches found";
      done({ text, failed: false });
    });
    child.stdin?.end();
  });
}
