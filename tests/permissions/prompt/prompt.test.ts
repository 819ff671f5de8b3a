import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PtyOptions, type PtyProgram, underPty } from "../../support/pty.ts";
import { type Workspace, workspace } from "../../support/workspace.ts";

const PROGRAM = join(import.meta.dirname, "ask-program.ts");

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly source?: string;
}

function asking(space: Workspace, calls: readonly Call[], options: PtyOptions = {}): PtyProgram {
  return underPty([process.execPath, PROGRAM, JSON.stringify(calls), space.path], options);
}

const bash = (command: string): Call => ({ name: "bash", input: { command } });
/** Until keys count: what is pressed before the question stands is dropped. */
const MENU = "Ctrl-C ends the turn";

test("a letter answers: once, for the session, and no", async () => {
  using space = workspace();
  using program = asking(space, [bash("git push"), bash("git push"), bash("git push"), bash("ls")]);
  await program.see(MENU);
  program.press("o");
  await program.see("ANSWER bash allowed");
  await program.see("Rule: allow bash(git push)");
  await program.see(MENU);
  program.press("s");
  await program.see("ANSWER bash allowed\r\nANSWER bash allowed");
  await program.see(MENU);
  program.press("n");
  await program.see("ANSWER bash user");
  expect(await program.exited).toBe(0);
});

test("arrow keys and Enter answer, also when a slow line tears their bytes apart", async () => {
  using space = workspace();
  using program = asking(space, [bash("a"), bash("b")]);
  await program.see(MENU);
  program.press("\u001b[A");
  await program.see("› a  always");
  program.press("\u001b");
  await Bun.sleep(20);
  program.press("[A");
  await program.see("› s  this session");
  program.press("\u001bOA\r");
  await program.see("ANSWER bash allowed");
  await program.see(MENU);
  program.press("\r");
  await program.see("ANSWER bash user");
});

test("always adds the rule to the configuration", async () => {
  using space = workspace({ "data/config.yaml": "# mine\npermissions:\n  mode: ask # always\n" });
  using program = asking(space, [bash("git push origin 'a*'")]);
  await program.see(MENU);
  program.press("a");
  await program.see("ANSWER bash allowed");
  expect(readFileSync(join(space.path, "data/config.yaml"), "utf8")).toBe(
    `# mine\npermissions:\n  allow:\n    - "bash(git push origin 'a\\\\*')"\n  mode: ask # always\n`,
  );
});

test("Ctrl-C denies and ends the turn, and the next call is denied unasked", async () => {
  using space = workspace();
  using program = asking(space, [bash("a"), bash("b")]);
  await program.see(MENU);
  program.press("\u0003");
  await program.see("ANSWER bash user ended\r\nANSWER bash user ended");
  expect(await program.exited).toBe(0);
});

test("escape and the end of the input deny", async () => {
  using space = workspace();
  using program = asking(space, [bash("a"), bash("b")]);
  await program.see(MENU);
  program.press("\u001b");
  await program.see("ANSWER bash user");
  await program.see(MENU);
  program.press("\u0004");
  await program.see("ANSWER bash user");
});

test("what was typed before the question stood there answers nothing", async () => {
  using space = workspace();
  using program = asking(space, [bash("a")]);
  program.press("ooo\r");
  await program.see(MENU);
  expect(program.output).not.toContain("ANSWER");
  program.press("n");
  await program.see("ANSWER bash user");
});

test("controls, hidden and turning characters of a command show as what they are", async () => {
  using space = workspace();
  using program = asking(space, [bash("echo \u001b[2J\u202egnp.exe\u200b\u0007\r\nevil")]);
  await program.see("echo \\x1b[2J\\u202egnp.exe\\u200b\\x07\\r");
  await program.see("  evil");
  await program.see("it can only be allowed once");
  expect(program.output).not.toContain("\u202e");
  expect(program.output).not.toContain("\u001b[2J");
});

test("blanks and empty lines push nothing out of sight, and other spaces show as what they are", async () => {
  using space = workspace();
  const gap = " ".repeat(4000);
  const command = `ls${gap}; evil${gap}\n${"\n".repeat(200)}ls a\u00a0b\u2800`;
  using program = asking(space, [bash(command)]);
  await program.see("ls ‹4000 spaces› ; evil ‹4000 spaces›");
  await program.see("‹200 empty lines›");
  await program.see("ls a\\u00a0b\\u2800");
  await program.see(MENU);
  program.press("n");
  await program.see("ANSWER bash user");
});

test("a long command is folded with its end shown, and v shows all of it", async () => {
  using space = workspace();
  const lines = Array.from({ length: 200 }, (_, index) => `echo line ${index}`);
  using program = asking(space, [bash([...lines, "rm -rf /tmp/x"].join("\n"))]);
  await program.see("more lines");
  await program.see("rm -rf /tmp/x");
  await program.see(MENU);
  expect(program.output).not.toContain("echo line 100\r");
  program.press("v");
  await program.see("echo line 100\r");
  await program.see(MENU);
});

test("an edit and a write show the difference they make", async () => {
  using space = workspace({ "a.txt": "one\ntwo\nthree\n" });
  const edit = { name: "edit", input: { file_path: "a.txt", old_string: "two", new_string: "2\u001b[31m" } };
  using program = asking(space, [edit, { name: "write", input: { path: "b/new.txt", content: "new\n" } }]);
  await program.see("Changes a.txt");
  await program.see("-two");
  await program.see("+2\\x1b[31m");
  await program.see(MENU);
  program.press("o");
  await program.see("A new file, b/new.txt");
  await program.see("+new");
  await program.see("Rule: allow write(b/new.txt)");
});

test("an MCP tool shows its server's own names and its arguments", async () => {
  using space = workspace();
  const call = {
    name: "mcp__github__create_issue",
    source: "configured",
    input: { title: "a\u001b]0;x\u0007" },
  };
  using program = asking(space, [call]);
  await program.see('"create_issue" of the server "git\\u202ehub"');
  await program.see('"title": "a\\u001b]0;x\\u0007"');
  await program.see("Rule: allow mcp__github__create_issue");
});

test("a secret of turnkit's own neither shows nor becomes part of a rule", async () => {
  using space = workspace({ "a.txt": "one\n" });
  const edit = { name: "edit", input: { file_path: "a.txt", old_string: "one", new_string: "hunter22" } };
  using program = asking(space, [bash("echo hunter22"), edit]);
  await program.see("echo [secret KEY]");
  await program.see("it can only be allowed once");
  await program.see(MENU);
  program.press("n");
  await program.see("+[secret KEY]");
  await program.see(MENU);
  expect(program.output).not.toContain("hunter22");
});

test("a terminal that cannot move its cursor is asked by letter, without colour", async () => {
  using space = workspace();
  using program = asking(space, [bash("a")], { env: { TERM: "dumb" } });
  await program.see("One of o s a n.");
  expect(program.output).not.toContain("\u001b");
  program.press("y");
  await program.see("ANSWER bash allowed");
});

test("without a terminal nobody is asked and the mode says no", async () => {
  using space = workspace();
  const child = Bun.spawn([process.execPath, PROGRAM, JSON.stringify([bash("a")]), space.path], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await new Response(child.stdout).text()).toBe("ANSWER bash mode:ask\n");
  expect(await new Response(child.stderr).text()).toBe("no terminal\n");
});
