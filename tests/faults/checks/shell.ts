import { expect } from "bun:test";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { listProcesses } from "../../../src/config/process-list.ts";
import { hosted, hostProgram } from "../hosted.ts";
import type { Answer, Bench, Check } from "../subject.ts";

/** Both ways to run a command; the output of the background one ends with a note. */
const WAYS = ["foreground", "background"] as const;

function run(at: Bench, way: (typeof WAYS)[number], command: string, timeout?: number): Promise<Answer> {
  const limit = timeout === undefined ? {} : { timeout };
  return way === "foreground" ? at.bash({ command, ...limit }) : at.background(command, limit);
}

async function alive(pids: readonly number[]): Promise<number> {
  return (await listProcesses(process.platform)).filter(({ pid }) => pids.includes(pid)).length;
}

const numbersIn = (text: string) => text.trim().split("\n").map(Number);

const BOTH_WAYS: readonly Check[] = WAYS.flatMap((way): Check[] => [
  ...(["", ">/dev/null", "2>/dev/null"] as const).map(
    (redirection): Check => ({
      id: "b1",
      what: `${way}: a silent background child (${redirection || "both streams"}) does not hold the end back`,
      draft: "first",
      hangs: true,
      run: async (make) => {
        await using at = make();
        const { failed, text } = await run(at, way, `sleep 97 ${redirection} & echo hi`);
        expect(failed).toBe(false);
        expect(text).toStartWith("hi\n");
      },
    }),
  ),
  {
    id: "b2",
    what: `${way}: a background child that keeps printing does not hold the end back either`,
    draft: "first",
    hangs: true,
    run: async (make) => {
      await using at = make();
      const { failed, text } = await run(at, way, "(while :; do echo tick; sleep 0.05; done) & echo done");
      expect(failed).toBe(false);
      expect(text).toContain("done\n");
    },
  },
  {
    id: "b5",
    what: `${way}: a server left behind by a finished command does not make its time limit wait for it`,
    draft: "first",
    hangs: true,
    run: async (make) => {
      await using at = make();
      const first = await run(at, way, "sleep 97 & echo started", 1);
      expect(first.failed).toBe(false);
      expect(first.text).toStartWith("started\n");
      await Bun.sleep(1_100);
      expect((await run(at, way, "echo second")).text).toStartWith("second\n");
    },
  },
  {
    id: "b6",
    what: `${way}: a timeout ends the whole tree: wrapper, script, long sleep`,
    draft: "first",
    run: async (make) => {
      await using at = make({ "script.sh": "echo $$ >> pids; sleep 97 & echo $! >> pids; wait" });
      const { failed, text } = await run(at, way, "echo $$ >> pids; sh script.sh; echo never", 1);
      expect(failed).toBe(true);
      expect(text).toContain("timed out after 1 s");
      const pids = numbersIn(at.text("pids"));
      expect(pids).toHaveLength(3);
      expect(await alive(pids)).toBe(0);
    },
  },
  {
    id: "b6",
    what: `${way}: a timeout also ends a daemon that left session, group and parent`,
    draft: "first",
    run: async (make) => {
      await using at = make();
      const daemon = "setsid sh -c 'sleep 97 & echo $! > daemon'";
      const command = `${daemon}; until [ -s daemon ]; do :; done; sleep 97`;
      expect((await run(at, way, command, 1)).text).toContain("timed out");
      const [pid = 0] = numbersIn(at.text("daemon"));
      expect(pid).toBeGreaterThan(1);
      expect(await alive([pid])).toBe(0);
    },
  },
  {
    id: "b13",
    what: `${way}: a command that reads stdin gets its end at once`,
    draft: "first",
    hangs: true,
    run: async (make) => {
      await using at = make();
      expect((await run(at, way, "cat; echo read")).text).toStartWith("read\n");
    },
  },
  {
    id: "b14",
    what: `${way}: a question on stdin is answered by its end, and its text comes back`,
    draft: "first",
    hangs: true,
    run: async (make) => {
      await using at = make();
      const command = "read -p 'Proceed? [y/n] ' answer || { printf 'Proceed? '; exit 7; }";
      const { failed, text } = await run(at, way, command);
      expect(failed).toBe(true);
      expect(text).toMatch(/^Proceed\? \n?.*exit code 7/);
    },
  },
  {
    id: "b14",
    what: `${way}: programs are told that nobody answers and nobody pages`,
    draft: "first",
    run: async (make) => {
      await using at = make();
      const names = ["GIT_TERMINAL_PROMPT", "PAGER", "GIT_PAGER", "DEBIAN_FRONTEND", "TERM"];
      const { text } = await run(at, way, `echo ${names.map((name) => `"$${name}"`).join(" ")}`);
      expect(text).toStartWith("0 cat cat noninteractive dumb\n");
    },
  },
  {
    id: "b9",
    what: `${way}: a command that was killed has failed, and the signal is named`,
    draft: "first",
    run: async (make) => {
      await using at = make();
      const { failed, text } = await run(at, way, "kill -9 $$");
      expect(failed).toBe(true);
      expect(text).toContain("ended by SIGKILL");
    },
  },
  ...["false | tail -1", "false; true", "false & true"].map(
    (command): Check => ({
      id: "b11",
      what: `${way}: "${command}" gives the shell's own status and claims no more`,
      draft: "first",
      run: async (make) => {
        await using at = make();
        const { failed, text } = await run(at, way, command);
        expect(failed).toBe(false);
        if (way === "foreground") expect(text).toBe("(no output)");
        else expect(text).toContain("succeeded (exit code 0)");
      },
    }),
  ),
  {
    id: "b21",
    what: `${way}: a command sees no model key of its host, and has PATH and HOME`,
    draft: "first",
    run: async (make) => {
      const env = { PATH: process.env.PATH ?? "", HOME: "/home/u", OPENAI_API_KEY: "zz", GH_TOKEN: "gh" };
      await using at = make({}, { env });
      const { text } = await run(
        at,
        way,
        'echo "[$OPENAI_API_KEY] $HOME $GH_TOKEN"; command -v ls >/dev/null && echo path',
      );
      expect(text).toStartWith("[] /home/u gh\npath\n");
    },
  },
  {
    id: "b23",
    what: `${way}: a deleted working folder is named, and the next call works once it is back`,
    draft: "first",
    run: async (make) => {
      await using at = make({ "gone/file": "" }, { folder: "gone" });
      await run(at, way, 'rm -rf "$PWD"');
      expect(existsSync(at.path)).toBe(false);
      const { failed, text } = await run(at, way, "echo hi");
      expect(failed).toBe(true);
      expect(text).toContain(`the working folder "${at.path}" does not exist`);
      mkdirSync(at.path);
      expect((await run(at, way, "cd / && echo back")).text).toStartWith("back\n");
    },
  },
  {
    id: "b25",
    what: `${way}: a shell that is not there, or cannot be executed, is one named error, and the host goes on`,
    draft: "second",
    run: async (make, subject) => {
      await using at = make({ shell: "#!/bin/sh\n" });
      chmodSync(at.at("shell"), 0o644);
      const call = way === "foreground" ? 'bash({ command: "echo hi" })' : 'background("echo hi")';
      const body = `
        const { ${subject.origin.name}: make } = await import(${JSON.stringify(subject.origin.module)});
        const answers = [];
        for (const path of ["/nonexistent/bash", folder + "/shell"]) {
          const broken = make(folder, { shell: { path, name: "bash" } });
          answers.push(await broken.${call});
          await broken[Symbol.asyncDispose]();
        }
        return { answers, next: await tools.${call} };`;
      const seen = await hosted(hostProgram(subject, at, body));
      expect(seen?.answers).toMatchObject([
        { failed: true, text: expect.stringContaining('the shell "/nonexistent/bash" does not exist') },
        { failed: true, text: expect.stringContaining(`the shell "${at.at("shell")}" cannot be executed`) },
      ]);
      expect(seen?.next).toMatchObject({ failed: false, text: expect.stringMatching(/^hi\n/) });
    },
  },
]);

const OTHERS: readonly Check[] = [
  {
    id: "b26",
    what: "backslashes arrive as they were sent",
    run: async (make) => {
      const runs = Array.from({ length: 6 }, (_, index) => "\\".repeat(index + 1));
      await using at = make();
      const command = runs.map((text) => `printf '%s\\n' '${text}'`).join("\n");
      expect((await at.bash({ command })).text).toBe(`${runs.join("\n")}\n`);
    },
  },
  {
    id: "b27",
    what: "colon paths arrive as they were sent",
    run: async (make) => {
      await using at = make();
      expect((await at.bash({ command: "printf '%s\\n' 'a/b:.c/d'" })).text).toBe("a/b:.c/d\n");
    },
  },
  {
    id: "b28",
    what: "without bash the command runs in sh, both lines of it, and the result says so",
    draft: "first",
    run: async (make) => {
      await using at = make({}, { shell: { path: "/bin/sh", name: "sh" } });
      const { text } = await at.bash({ command: "echo one\necho two" });
      expect(text).toBe("one\ntwo\n(no bash was found: the command ran in sh)");
    },
  },
  ...WAYS.map(
    (way): Check => ({
      id: "b15",
      what: `${way}: started from a real terminal, a command has none and the terminal's modes stay`,
      draft: "first",
      run: async (make, subject) => {
        await using at = make();
        const command = 'read x </dev/tty; echo "status $?"; stty -echo </dev/tty; tty; echo end';
        const given = JSON.stringify(command);
        const call =
          way === "foreground"
            ? `bash({ command: ${given}, timeout: 3 })`
            : `background(${given}, { timeout: 3 })`;
        const program = hostProgram(subject, at, `return await tools.${call};`);
        const line = `stty -a > before; bun ${JSON.stringify(program)} > seen; stty -a > after`;
        const options = { cwd: at.path, stdin: "ignore", stdout: "ignore" } as const;
        await Bun.spawn(["script", "-qec", line, "/dev/null"], options).exited;
        const { text } = JSON.parse(at.text("seen"));
        expect(text).toContain("status 1\n");
        // What stderr says may come before or after it: the two are read as they come.
        expect(text).toContain("not a tty\nend\n");
        expect(at.text("before")).toContain("speed");
        expect(at.text("after")).toBe(at.text("before"));
      },
    }),
  ),
  ...WAYS.map(
    (way): Check => ({
      id: "b16",
      what: `${way}: a command that reads stdin eats nothing of what its host is sent`,
      draft: "second",
      run: async (make, subject) => {
        await using at = make();
        const command = "cat; echo read; head -c 5; echo end";
        const call = way === "foreground" ? `bash({ command: "${command}" })` : `background("${command}")`;
        const body = `
          const answer = await tools.${call};
          return { text: answer.text, next: (await Bun.stdin.text()).split("\\n")[0] };`;
        const seen = await hosted(hostProgram(subject, at, body), '{"request": 2}\n');
        expect(seen?.next).toBe('{"request": 2}');
        expect(seen?.text).toStartWith("read\nend\n");
      },
    }),
  ),
];

export const SHELL: readonly Check[] = [...BOTH_WAYS, ...OTHERS];
