import { expect, test } from "bun:test";
import { join } from "node:path";
import { type PtyOptions, type PtyProgram, underPty } from "../../support/pty.ts";
import { type Workspace, workspace } from "../../support/workspace.ts";

const program = (name: string) => join(import.meta.dirname, name);
const MENU = "Ctrl-C ends the turn";
const BRACKETS_ON = "\u001b[?2004h";
const BRACKETS_OFF = "\u001b[?2004l";

function asking(space: Workspace, options: PtyOptions = {}): PtyProgram {
  const calls = JSON.stringify([{ name: "bash", input: { command: "git push" } }]);
  return underPty([process.execPath, program("ask-program.ts"), calls, space.path], options);
}

/** Presses a key until something is drawn: right behind a burst it belongs to that. */
async function pressUntil(asked: PtyProgram, key: string, drawn: string): Promise<void> {
  while (!asked.output.includes(drawn)) {
    asked.press(key);
    await Bun.sleep(60);
  }
}

/** Moves the cursor up from "no", which shows that everything before it was read and answered nothing. */
async function stillAsks(asked: PtyProgram): Promise<void> {
  await pressUntil(asked, "\u001b[A", "› a  always");
  expect(asked.output).not.toContain("ANSWER");
  asked.press("o");
  await asked.see("ANSWER bash allowed");
}

test("pastes are bracketed while a question stands, and no longer when it is answered", async () => {
  using space = workspace();
  using asked = asking(space);
  await asked.see(BRACKETS_ON);
  await asked.see(MENU);
  expect(asked.output).not.toContain(BRACKETS_OFF);
  asked.press("n");
  await asked.see(BRACKETS_OFF);
  await asked.see("ANSWER bash user");
});

test("a program that ends in the middle of a question leaves no terminal that brackets pastes", async () => {
  using left = underPty([process.execPath, program("leave-program.ts")]);
  await left.see(BRACKETS_ON);
  await left.see(BRACKETS_OFF);
  expect(await left.exited).toBe(3);
});

test.each([
  ["a letter", ["\u001b[200~o\u001b[201~"]],
  ["lines that end", ["\u001b[200~always\ryes\r\u001b[201~"]],
  ["a paste and a key with it", ["x\u001b[200~o\u001b[201~"]],
  ["a paste that a slow line tears apart", ["\u001b[20", "0~", "o", "\r", "a", "\u001b[2", "01~"]],
])("a bracketed paste answers nothing: %s", async (_name, pieces) => {
  using space = workspace();
  using asked = asking(space);
  await asked.see(MENU);
  for (const piece of pieces) {
    asked.press(piece);
    await Bun.sleep(5);
  }
  await stillAsks(asked);
});

test.each([
  ["a word", "okay"],
  ["a letter and the end of its line", "o\r"],
  ["lines", "git status\rgit push\r"],
])("without brackets a burst of characters answers nothing: %s", async (_name, burst) => {
  using space = workspace();
  using asked = asking(space, { env: { TERM: "dumb" } });
  await asked.see(MENU);
  asked.press(burst);
  await pressUntil(asked, "n", "ANSWER");
  await asked.see("ANSWER bash user");
  expect(asked.output).not.toContain(BRACKETS_ON);
});

test("a paste that begins before keys count answers nothing with its end either", async () => {
  using space = workspace();
  using asked = asking(space);
  await asked.see(BRACKETS_ON);
  asked.press("\u001b[200~first\r");
  await asked.see(MENU);
  asked.press("o");
  await Bun.sleep(5);
  asked.press("\u001b[201~");
  await stillAsks(asked);
});

test("Ctrl-C ends the question in a burst, and in a paste whose end got lost", async () => {
  using space = workspace();
  for (const keys of ["oops\u0003", "\u001b[200~lost\u0003"]) {
    using asked = asking(space);
    await asked.see(MENU);
    asked.press(keys);
    await asked.see("ANSWER bash user ended");
  }
});
