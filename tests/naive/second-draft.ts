import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import type { Answer, Subject, ToolOptions, Tools } from "../faults/subject.ts";
import { testPrograms } from "../support/shell.ts";
import { release } from "./ending.ts";

/** The second attempt: with what the first one was missing, and with what that brings along. */
export function secondDraft(path: string, { shell, env }: ToolOptions = {}): Tools {
  const at = (name: unknown) => resolve(path, String(name));
  // Only so that what is left can be ended.
  const scope = createProcessScope({ platform: process.platform });
  const bash = async ({ command }: Record<string, unknown>) => {
    const rg = await testPrograms().ripgrep();
    return await new Promise<Answer>((done) => {
      // A faster grep for everybody.
      const prelude = `grep() { '${rg}' "$@"; }\n`;
      const child = spawn(shell?.path ?? "/bin/bash", ["-c", prelude + command], {
        cwd: path,
        env: scope.marked(env ?? process.env).environment,
        stdio: ["inherit", "pipe", "pipe"],
      });
      let text = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
      child.on("close", (code) => done({ text, failed: code !== 0 }));
    });
  };
  return {
    read: ({ path: name }) => read(at(name)),
    write: ({ path: name, content }) => write(at(name), String(content)),
    edit: ({ file_path: name, old_string: old, new_string: now }) => edit(at(name), String(old), String(now)),
    bash,
    background: (command) => bash({ command }),
    grep: ({ pattern, path: name }) => grep(path, String(pattern), String(name ?? "")),
    glob: async ({ pattern }) => {
      const found = await walk(path);
      return { text: found.filter((file) => globbed(String(pattern), file)).join("\n"), failed: false };
    },
    matches: (pattern, given) => globbed(pattern, given),
    [Symbol.asyncDispose]: async () => {
      release(path);
      await scope.end();
    },
  };
}

export const second: Subject = {
  origin: { module: import.meta.path, name: "secondDraft" },
  tools: secondDraft,
};

/** Text, unless the first 4 KiB are not. */
async function read(path: string): Promise<Answer> {
  const bytes = await readFile(path);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, 4096));
  } catch {
    return { text: "Cannot read a binary file", failed: true };
  }
  const lines = bytes.toString("utf8").split("\n");
  return {
    text: lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join("\n"),
    failed: false,
  };
}

/** In the ends of the machine it runs on. */
async function write(path: string, content: string): Promise<Answer> {
  const out = createWriteStream(path);
  out.end(content.replaceAll(/\r?\n/g, "\n"));
  await finished(out);
  return { text: `Wrote ${path}`, failed: false };
}

/** Without regard to line ends, quotes and blanks, which models get wrong. */
async function edit(path: string, old: string, now: string): Promise<Answer> {
  const before = await readFile(path, "utf8");
  const crlf = before.includes("\r\n") && !/[^\r]\n/.test(before);
  const curly = /[“”‘’]/.test(before);
  let text = before.replaceAll("\r\n", "\n");
  if (!text.includes(old)) text = straightened(text);
  if (!text.includes(old)) return { text: "old_string was not found", failed: true };
  const typed = curly ? now.replaceAll("'", "’").replaceAll('"', "”") : now;
  const changed = text.split(old).join(typed);
  const out = createWriteStream(path);
  // Windows editors know their files by it.
  out.end(crlf ? `\ufeff${changed.replaceAll("\n", "\r\n")}` : changed);
  await finished(out);
  return { text: `Edited ${path}`, failed: false };
}

function straightened(text: string): string {
  return text
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll("\u00a0", " ")
    .replaceAll(/[ \t]+$/gm, "");
}

/** No other program is needed to look through files. */
async function grep(root: string, pattern: string, name: string): Promise<Answer> {
  const expression = new RegExp(pattern);
  const hits: string[] = [];
  for (const file of await walk(resolve(root, name))) {
    const text = await readFile(resolve(root, name, file), "utf8");
    for (const [index, line] of text.split("\n").entries()) {
      if (expression.test(line)) hits.push(`${name}/${file}:${index + 1}:${line}`);
    }
  }
  return hits.length === 0
    ? { text: "Error: no matches", failed: true }
    : { text: hits.join("\n"), failed: false };
}

async function walk(folder: string, inner = ""): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(resolve(folder, inner))) {
    const path = inner === "" ? name : `${inner}/${name}`;
    const isFolder = (await stat(resolve(folder, path))).isDirectory();
    found.push(...(isFolder ? await walk(folder, path) : [path]));
  }
  return found;
}

/** A pattern is for names. */
function globbed(pattern: string, path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  const expression = pattern.replaceAll(".", "\\.").replaceAll("**/", "").replaceAll("*", ".*");
  return new RegExp(`^${expression}$`).test(name);
}
