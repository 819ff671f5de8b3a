import { expect, test } from "bun:test";
import { lockPlace, serverCommand } from "../support/lock-place.ts";
import { sarifValidator } from "../support/sarif.ts";

/** One tool changed, one gone, one new; a server each. */
async function drifted() {
  const here = lockPlace({ s: serverCommand("plain", "a|b::c"), p: serverCommand("pages", "p") });
  await here.run("lock");
  here.write({ s: serverCommand("plain", "<new>"), g: serverCommand("grows", "g") });
  const lines = (await here.lockText()).split("\n");
  /** The line of the lock file where a server or a tool begins. */
  const lineOf = (name: string) => lines.indexOf(`      "name": "${name}",`) + 1;
  const check = async (format: string) => {
    const ran = await here.run("check", "--format", format);
    expect({ stderr: ran.stderr, code: ran.exitCode }).toEqual({ stderr: "", code: 3 });
    return ran.stdout;
  };
  return { here, lineOf, check, [Symbol.dispose]: () => here[Symbol.dispose]() };
}

test("drift as annotations of GitHub: at the line of the lock file, each on one line of ours", async () => {
  using place = await drifted();
  const lines = (await place.check("github")).trimEnd().split("\n");
  for (const line of lines)
    expect(line).toMatch(/^::error file=turnkit\.lock\.json,line=\d+,title=[^:,]*::[^\r\n]*$/);
  const at = place.lineOf("mcp__s__search");
  expect(at).toBeGreaterThan(1);
  expect(lines).toContain(
    `::error file=turnkit.lock.json,line=${at},title=tool-changed%3A mcp__s__search::/description: description: search of [-a|b::c-]{+<new>+}; fix: review it, then "turnkit catalog lock --update"`,
  );
  expect(
    lines.some((line) =>
      line.includes(`line=${place.lineOf("p")},title=server-removed%3A server p::/: it is gone`),
    ),
  ).toBe(true);
  expect(lines.some((line) => line.includes("line=1,title=tool-added%3A mcp__g__grow::/: it is new"))).toBe(
    true,
  );
});

test("drift as JUnit: every tool and server is a case, those that moved failed", async () => {
  using place = await drifted();
  const xml = await place.check("junit");
  expect(xml).toContain('<testsuites name="turnkit catalog check" tests="');
  expect(xml).toContain('<testcase classname="s" name="mcp__s__search">\n      <failure type="tool-changed"');
  expect(xml).toContain('<testcase classname="builtin" name="read"/>');
  expect(xml).toContain("{+&lt;new&gt;+}");
  const failures = Number(/failures="(\d+)"/.exec(xml)?.[1]);
  expect(xml.match(/<testcase [^>]*[^/]>/g)).toHaveLength(failures);
});

test("drift as SARIF: valid by the published schema, with rules of its own", async () => {
  using place = await drifted();
  const log = JSON.parse(await place.check("sarif"));
  const validate = await sarifValidator();
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  const [{ tool, results }] = log.runs;
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
  expect(new Set(results.map(({ ruleId }: { ruleId: string }) => ruleId))).toEqual(
    new Set([
      "tool-added",
      "tool-removed",
      "tool-changed",
      "server-added",
      "server-removed",
      "server-changed",
    ]),
  );
});

test("drift as markdown: a table whose cells hold no markup, and the counts", async () => {
  using place = await drifted();
  const lines = (await place.check("markdown")).trimEnd().split("\n");
  const rows = lines.filter((line) => line.startsWith("| error |"));
  for (const row of rows) expect(row.replaceAll(/\\./g, "").match(/\|/g)).toHaveLength(7);
  expect(rows.some((row) => row.includes("mcp\\_\\_s\\_\\_search") && row.includes("a\\|b::c"))).toBe(true);
  expect(lines.at(-1)).toBe("tools: 1 added, 3 removed, 1 changed; servers: 1 added, 1 removed, 1 changed");
});

test("a catalog that did not drift is a report without findings in each format", async () => {
  using here = lockPlace({ s: serverCommand("plain", "a") });
  await here.run("lock");
  for (const format of ["text", "json", "github", "markdown", "junit", "sarif"]) {
    const { stdout, exitCode } = await here.run("check", "--format", format);
    expect({ format, exitCode, found: /::error|<failure|"ruleId"|\| error/.test(stdout) }).toEqual({
      format,
      exitCode: 0,
      found: false,
    });
  }
});

test("diff of two files has the same formats, and other facts are among its findings", async () => {
  using here = lockPlace({ s: serverCommand("plain", "a") });
  await here.run("lock", "--lock", "a.json");
  await here.run("lock", "--lock", "b.json", "--role", "worker");
  const { stdout, exitCode } = await here.run("diff", "a.json", "b.json", "--format", "github");
  expect(exitCode).toBe(3);
  expect(stdout).toContain(
    "::error file=a.json,line=1,title=facts-changed%3A facts::/role: role: [-mavis-]{+worker+}",
  );
});

test("lint has them all too", async () => {
  using here = lockPlace({ s: serverCommand("odd-schemas", "a") });
  const { stdout, exitCode } = await here.run("lint", "--format", "markdown", "--fail-on", "info");
  expect(exitCode).toBe(3);
  expect(stdout).toStartWith("| Severity | Tool | Rule | Where | Finding | Fix |\n| --- |");
  expect(stdout).toMatch(/\n\n\d+ tools: \d+ errors?, \d+ warnings?, \d+ notes?\n$/);
});
