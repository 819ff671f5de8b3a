import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { startTurnkit, turnkit } from "../support/binary.ts";
import { finished } from "../support/finished.ts";
import { pdf, pdfBomb, picture, redBlue } from "../support/media.ts";
import { workspace } from "../support/workspace.ts";

setDefaultTimeout(60_000);

const SCRIPT = `
model: {contextWindow: 200000, supports: {image: true}}
steps:
  - calls:
      - { tool: read, args: { path: x.png } }
      - { tool: read, args: { path: x.jpeg } }
      - { tool: read, args: { path: x.gif } }
      - { tool: read, args: { path: x.webp } }
      - { tool: read, args: { path: cmyk.jpeg } }
      - { tool: read, args: { path: x.pdf } }
      - { tool: read, args: { path: x.ipynb } }
    expect:
      - { call: 0, isError: false, details: { /shown_width: 2000, /mime_type: image/png } }
      - { call: 1, isError: false, details: { /shown_width: 2000, /mime_type: image/jpeg } }
      - { call: 2, isError: false, details: { /shown_width: 2000, /mime_type: image/png } }
      - { call: 3, isError: false, details: { /shown_width: 2000, /mime_type: image/png } }
      - { call: 4, isError: false, details: { /shown_width: 40, /mime_type: image/jpeg } }
      - { call: 5, isError: false, contains: in the document }
      - { call: 6, isError: false, contains: in the notebook }
`;

test("the compiled program decodes every kind of file, all at once", async () => {
  using ws = workspace({
    "script.yaml": SCRIPT,
    "cmyk.jpeg": picture("jpeg", ...redBlue(40, 20), "-colorspace", "CMYK"),
    "x.pdf": pdf([["in the document"]]),
    "x.ipynb": '{"nbformat": 4, "cells": [{"cell_type": "code", "source": "in the notebook"}]}',
  });
  for (const kind of ["png", "jpeg", "gif", "webp"])
    ws.file(`x.${kind}`, picture(kind, ...redBlue(3_000, 300)));
  using home = workspace();
  const ran = await turnkit(
    ["run-turn", "--script", "script.yaml", "--permission", "full", "--format", "json"],
    {
      cwd: ws.path,
      env: { HOME: home.path },
    },
  );
  const document = ran.stdout === "" ? { stderr: ran.stderr } : JSON.parse(ran.stdout);
  expect(document.expectations?.failures ?? document).toEqual([]);
  expect(document.expectations.passed).toBeGreaterThan(7);
});

test("an interrupt ends the compiled program while it decodes", async () => {
  using ws = workspace({ "bomb.pdf": pdfBomb() });
  using home = workspace();
  const running = startTurnkit(["call", "read", "--args", '{"path": "bomb.pdf"}'], {
    cwd: ws.path,
    env: { HOME: home.path },
  });
  // What it is before it decodes stays far below that.
  while (residentBytes(running.pid) < 200_000_000) await Bun.sleep(5);
  running.kill("SIGINT");
  const { exitCode, stdout } = await finished(running);
  expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "read was stopped before it finished.\n" });
});

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4_096;
}
