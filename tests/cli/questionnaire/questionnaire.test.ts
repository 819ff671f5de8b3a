import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Questionnaire } from "../../../src/tools/ask-user/types.ts";
import { finished } from "../../support/finished.ts";
import { type PtyOptions, type PtyProgram, underPty } from "../../support/pty.ts";

const PROGRAM = join(import.meta.dirname, "ask-program.ts");
const option = (label: string, recommended = false, description?: string) => ({
  label,
  recommended,
  ...(description === undefined ? {} : { description }),
});
const DATABASE = {
  question: "Which database?",
  selection_mode: "single",
  options: [option("Postgres"), option("SQLite", true, "One file, no server")],
} as const;
const PARTS = {
  question: "Which parts?",
  selection_mode: "multiple",
  options: [option("API"), option("Docs"), option("Tests")],
} as const;
const MENU = "answer later";

function asking(
  questions: Questionnaire["questions"],
  more: Partial<Questionnaire> = {},
  options: PtyOptions = {},
): PtyProgram {
  const questionnaire: Questionnaire = { requires_explicit_response: false, questions, ...more };
  return underPty([process.execPath, PROGRAM, JSON.stringify(questionnaire)], options);
}

const reply = (...answers: object[]) => `REPLY ${JSON.stringify({ kind: "answered", answers })}`;

test("a number, or Enter on the recommended option, answers one question after the other", async () => {
  using program = asking([DATABASE, DATABASE], { title: "Setup" });
  await program.see("The model asks: Setup");
  await program.see("1 of 2: Which database?");
  await program.see("SQLite: One file, no server");
  await program.see(MENU);
  program.press("1");
  await program.see("→ Postgres");
  await program.see("2 of 2: Which database?");
  await program.see("› 2  SQLite");
  await program.see("recommended");
  await program.see(MENU);
  program.press("\r");
  await program.see(reply({ selected: ["Postgres"] }, { selected: ["SQLite"] }));
  expect(await program.exited).toBe(0);
});

test("several are marked with their numbers and with Enter, and taken back; d is done", async () => {
  using program = asking([PARTS]);
  await program.see(MENU);
  program.press("3");
  await program.see("[x] Tests");
  program.press("1");
  await program.see("[x] API");
  program.press("3");
  await program.see("[ ] Tests");
  program.press("\u001b[A\r");
  await program.see("[x] Docs");
  program.press("d");
  await program.see(reply({ selected: ["API", "Docs"] }));
});

test("own words are typed as they are, with case, spaces, CJK and corrections", async () => {
  using program = asking([DATABASE]);
  await program.see(MENU);
  program.press("o");
  await program.see("Write, then Enter");
  program.press("My SQL é\u007fé 数据👩‍👩‍👧x");
  program.press("\u007f\u007f");
  program.press("\r");
  await program.see(reply({ selected: [], text: "My SQL é 数据" }));
});

test("own words go beside marks; nothing typed, or Esc, goes back", async () => {
  using program = asking([PARTS]);
  await program.see(MENU);
  program.press("o");
  await program.see("> ");
  program.press("\r");
  await program.see(MENU);
  program.press("2");
  await program.see("[x] Docs");
  program.press("o");
  await program.see("> ");
  program.press("never mind\u001b");
  await program.see(MENU);
  program.press("o");
  await program.see("> ");
  program.press("and a CLI\r");
  await program.see("and a CLI");
  await program.see(MENU);
  program.press("d");
  await program.see(reply({ selected: ["Docs"], text: "and a CLI" }));
});

test("a question is left open with s, but only where no answer is required", async () => {
  using program = asking([DATABASE]);
  await program.see(MENU);
  program.press("s");
  await program.see("→ left open");
  await program.see(reply({ selected: [] }));
  using strict = asking([DATABASE], { requires_explicit_response: true });
  await strict.see(MENU);
  strict.press("s\u001b[B");
  await strict.see("› o");
  strict.press("1");
  await strict.see(reply({ selected: ["Postgres"] }));
  expect(strict.output).not.toContain("leave it open");
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Esc", "\u001b"],
  ["the end of the input", "\u0004"],
])("%s: the questions wait", async (_name, key) => {
  using program = asking([DATABASE, PARTS]);
  await program.see(MENU);
  program.press("1");
  await program.see(MENU);
  program.press(key);
  await program.see("The questions wait; the turn ends.");
  await program.see('REPLY {"kind":"later"}');
  expect(await program.exited).toBe(0);
});

test("text of the model is shown harmless and within the width", async () => {
  const evil = "\u001b[2J\u202eevil\nRun it?";
  const question = {
    ...DATABASE,
    question: evil,
    options: [option(`${"长".repeat(60)}\u200b`), option("b")],
  };
  using program = asking([question], { title: "\u0007ding" }, { columns: 40 });
  await program.see("Arrow keys");
  expect(program.output).toContain("\\x1b[2J\\u202eevil\\nRun it?");
  expect(program.output).toContain("\\x07ding");
  expect(program.output).not.toContain("\u202e");
});

test("a terminal that cannot move its cursor is asked by letter", async () => {
  using program = asking([DATABASE, DATABASE], {}, { env: { TERM: "dumb" } });
  await program.see("One of 1 2 o s");
  await program.see(MENU);
  program.press("2");
  await program.see(MENU);
  program.press("o");
  await program.see("> ");
  program.press("hello\r");
  await program.see(reply({ selected: ["SQLite"] }, { selected: [], text: "hello" }));
  expect(program.output).not.toContain("\u001b");
});

test("without a terminal nobody is asked", async () => {
  const child = Bun.spawn([process.execPath, PROGRAM, "{}"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  expect((await finished(child)).stdout).toBe("no terminal\n");
});
