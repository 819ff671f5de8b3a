import { expect, test } from "bun:test";
import { join } from "node:path";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

const SUPPORT = join(import.meta.dirname, "../support/shell.ts");

/** A host program that runs one bash call and then reads one line of its own stdin. */
function hostProgram(folder: string, command: string): string {
  return `
    import { shellTurn } from ${JSON.stringify(SUPPORT)};
    const turn = shellTurn(${JSON.stringify(folder)});
    const result = await turn.bash({ command: ${JSON.stringify(command)}, timeout: 20 });
    await turn.services.processes.end();
    const next = (await Bun.stdin.text()).split("\\n")[0];
    console.log(JSON.stringify({ text: result.text, exit: result.details.exit_code, next }));
  `;
}

test("b13, b16: a command that reads stdin gets the end at once and eats nothing of the host's", async () => {
  using place = workspace();
  const program = place.file("host.ts", hostProgram(place.path, "cat; echo read; head -c 5; echo end"));
  const host = Bun.spawn(["bun", program], { stdin: "pipe", stdout: "pipe" });
  host.stdin.write('{"request": 2}\n');
  await host.stdin.end();
  const seen = JSON.parse(await new Response(host.stdout).text());
  expect(seen).toEqual({ text: "read\nend\n", exit: 0, next: '{"request": 2}' });
});

test("b14: a question on stdin is answered by its end, and its text comes back", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command: "read -p 'Proceed? [y/n] ' answer || { printf 'Proceed? '; exit 7; }",
  });
  expect(result.text).toBe("Proceed? \nexit code 7");
});

test("b14: programs are told that nobody answers and nobody pages", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command: 'echo "$GIT_TERMINAL_PROMPT $PAGER $GIT_PAGER $DEBIAN_FRONTEND $TERM"',
  });
  expect(result.text).toBe("0 cat cat noninteractive dumb\n");
});

test("b15: started from a real terminal, a command has none and the terminal's modes stay", async () => {
  using place = workspace();
  const command = 'read x </dev/tty; echo "status $?"; stty -echo </dev/tty; tty; echo end';
  const program = place.file(
    "host.ts",
    hostProgram(place.path, command).replace("await Bun.stdin.text()", '""'),
  );
  const line = `stty -a > before; bun ${JSON.stringify(program)} > seen; stty -a > after`;
  const terminal = Bun.spawn(["script", "-qec", line, "/dev/null"], {
    cwd: place.path,
    stdin: "ignore",
    stdout: "ignore",
  });
  await terminal.exited;
  const seen = JSON.parse(await Bun.file(join(place.path, "seen")).text());
  expect(seen.text).toContain("status 1\n");
  // What stderr says may come before or after it: the two are read as they come.
  expect(seen.text).toContain("not a tty\nend\n");
  const modes = await Bun.file(join(place.path, "before")).text();
  expect(modes).toContain("speed");
  expect(await Bun.file(join(place.path, "after")).text()).toBe(modes);
});

test("/dev/stdout and /dev/stderr can be opened by name, as in a terminal", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command: "echo out >/dev/stdout; echo err >/dev/stderr; echo tee | tee /dev/stderr >/dev/null",
  });
  expect(result.text).toBe("out\nerr\ntee\n");
});
