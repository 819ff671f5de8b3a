import { expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { chmodSync, chownSync, readdirSync, statSync, utimesSync } from "node:fs";
import { resolve } from "node:path";
import { workspace } from "../support/workspace.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

const SCRIPT = resolve(import.meta.dirname, "../support/replace-loop.ts");
const isRoot = process.getuid?.() === 0;

function replaceInChild(args: readonly string[], uid?: number) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<string>((done) => child.on("close", () => done(output)));
  const started = new Promise<void>((done) => child.stdout.once("data", () => done()));
  return { child, ended, started };
}

test("c15: what a killed process left behind is taken away by the next change of the file", async () => {
  using ws = workspace({ "f.txt": "old" });
  const { child, ended, started } = replaceInChild([`${ws.path}/f.txt`, "100000"]);
  await started;
  child.kill("SIGKILL");
  await ended;
  for (const name of readdirSync(ws.path)) utimesSync(`${ws.path}/${name}`, 1_000, 1_000);
  await replaceInChild([`${ws.path}/f.txt`, "1"]).ended;
  expect(readdirSync(ws.path)).toEqual(["f.txt"]);
});

test.if(isRoot)("another user's file in a folder that admits no new file is written in place", async () => {
  using ws = workspace({ "f.txt": "old" });
  chmodSync(ws.path, 0o755);
  chmodSync(`${ws.path}/f.txt`, 0o666);
  const { ended } = replaceInChild([`${ws.path}/f.txt`, "1"], 65_534);
  expect(JSON.parse(await ended)).toEqual({ inPlace: "folder" });
  expect(statSync(`${ws.path}/f.txt`).uid).toBe(0);
});

test.if(isRoot)("another user's file in a shared folder keeps its owner", async () => {
  using ws = workspace({ "f.txt": "old" });
  chmodSync(ws.path, 0o777);
  chmodSync(`${ws.path}/f.txt`, 0o666);
  const { ended } = replaceInChild([`${ws.path}/f.txt`, "1"], 65_534);
  expect(JSON.parse(await ended)).toEqual({ inPlace: "owner" });
  expect(statSync(`${ws.path}/f.txt`).uid).toBe(0);
  expect(readdirSync(ws.path)).toEqual(["f.txt"]);
});

test.if(isRoot)("root keeps the owner of a user's file", async () => {
  using ws = workspace({ "f.txt": "old" });
  chownSync(`${ws.path}/f.txt`, 65_534, 65_534);
  const { ended } = replaceInChild([`${ws.path}/f.txt`, "1"]);
  expect(JSON.parse(await ended)).toEqual({});
  expect(statSync(`${ws.path}/f.txt`).uid).toBe(65_534);
});
