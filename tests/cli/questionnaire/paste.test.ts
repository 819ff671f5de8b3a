import { expect, test } from "bun:test";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type PtyOptions, type PtyProgram, underPty } from "../../support/pty.ts";

const PROGRAM = join(import.meta.dirname, "ask-program.ts");
const option = (label: string) => ({ label, recommended: false });

function asking(options: PtyOptions = {}): PtyProgram {
  const question = {
    question: "Which?",
    selection_mode: "single",
    options: [option("One"), option("Two")],
  };
  const questionnaire = { requires_explicit_response: false, questions: [question] };
  return underPty([process.execPath, PROGRAM, JSON.stringify(questionnaire)], options);
}

const reply = (text: string) =>
  `REPLY ${JSON.stringify({ kind: "answered", answers: [{ selected: [], text }] })}`;

test("what is pasted answers no menu, and is text in a line: its line ends are spaces, its controls go", async () => {
  using program = asking();
  await program.see("answer later");
  program.press("\u001b[200~1\r\u001b[201~");
  await Bun.sleep(5);
  program.press("o");
  await program.see("> ");
  program.press("Say \u001b[200~o, 1\r\nand\ttwo\u001b[2J\u0003\u001b");
  await Bun.sleep(5);
  program.press("[201~!\r");
  await program.see(reply("Say o, 1 and two[2J!"));
});

test("a paste longer than an answer may be is cut, and no character is cut in two", async () => {
  using program = asking();
  await program.see("answer later");
  program.press("o");
  await program.see("> ");
  program.press(`\u001b[200~x${"🦊".repeat(4000)}\u001b[201~`);
  program.press("\r");
  await program.see('REPLY {"kind":"answered"');
  await program.exited;
  const { answers } = JSON.parse(program.output.split("REPLY ")[1] ?? "");
  expect(answers[0].text).toMatch(/^x(?:🦊)+$/u);
});

test("at 14 columns a line that is typed stays one row", async () => {
  using program = asking({ columns: 14 });
  await program.see("› 1");
  await program.see("Arrow");
  program.press("o");
  await program.see("> ");
  program.press("0123456789abcdefghij");
  await program.see("ghij");
  const rows = stripVTControlCharacters(program.output).split(/[\r\n]+/);
  expect(rows.filter((row) => row.startsWith("> ") && row.length >= 14)).toEqual([]);
  program.press("\r");
  await program.see("0123456789abcdefghij");
});
