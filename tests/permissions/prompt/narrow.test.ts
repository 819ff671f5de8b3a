import { expect, test } from "bun:test";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type PtyProgram, underPty } from "../../support/pty.ts";
import { type Workspace, workspace } from "../../support/workspace.ts";

const PROGRAM = join(import.meta.dirname, "ask-program.ts");

function asking(space: Workspace, columns: number): PtyProgram {
  const calls = JSON.stringify([{ name: "bash", input: { command: "git push origin main" } }]);
  return underPty([process.execPath, PROGRAM, calls, space.path], { columns });
}

test.each([12, 15, 20])(
  "at %i columns no row that is drawn again is wider than the terminal",
  async (columns) => {
    using space = workspace();
    using program = asking(space, columns);
    await program.see("› n  no");
    await program.see("Arrow");
    program.press("\u001b[A");
    await program.see("› a  ");
    await program.see("Arrow");
    const rows = stripVTControlCharacters(program.output).split(/[\r\n]+/);
    expect(rows.filter((row) => row.length >= columns)).toEqual([]);
    program.press("o");
    await program.see("ANSWER bash allowed");
  },
);

test("a terminal too narrow for rows that are drawn again is asked by letter, with nothing cut", async () => {
  using space = workspace();
  using program = asking(space, 8);
  await program.see("One of ");
  await program.see("C ends");
  expect(program.output).not.toContain("\u001b[J");
  expect(program.output).not.toContain("…");
  program.press("o");
  await program.see("ANSWER bash allowed");
});
