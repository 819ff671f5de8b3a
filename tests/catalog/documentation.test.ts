import { describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";
import { describeRules } from "../../src/catalog/lint/lint.ts";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";
import { STAGE_TABLE } from "./stage-table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = `${ROOT}/docs/catalog.md`;

function stagesTable(): string {
  const rows = STAGE_TABLE.map(({ stage, drops }) => `| \`${stage}\` | ${drops} |`);
  return ["| stage | drops |", "|---|---|", ...rows].join("\n");
}

function rulesTable(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = describeRules().map(
    ({ id, severity, summary, fix }) => `| \`${id}\` | ${severity} | ${cell(summary)} | ${cell(fix)} |`,
  );
  return ["| rule | severity | what | fix |", "|---|---|---|---|", ...rows].join("\n");
}

/** The part of the page between two marks; `UPDATE_DOCS=1` writes it. */
function held(mark: string, table: string): void {
  const page = readFileSync(PAGE, "utf8");
  const pattern = new RegExp(`(<!-- ${mark}:[^>]*-->\\n)([\\s\\S]*?)(<!-- /${mark} -->)`);
  if (process.env.UPDATE_DOCS === "1") {
    writeFileSync(
      PAGE,
      page.replace(pattern, (_, open, _old, close) => `${open}\n${table}\n\n${close}`),
    );
  }
  expect(pattern.exec(readFileSync(PAGE, "utf8"))?.[2]?.trim()).toBe(table);
}

describe("docs/catalog.md", () => {
  test("shows the stages as the tests have them", () => held("stages", stagesTable()));
  test("shows the rules as lint has them", () => held("rules", rulesTable()));

  test("its example of explain is what the program prints", async () => {
    using space = workspace();
    const host = testHost({ cwd: space.path, home: space.path });
    const { stdout } = await runCli(["catalog", "explain", "write", "--role", "explore", "--no-mcp"], host);
    const example =
      /\$ turnkit catalog explain write.*\n([\s\S]*?)```/.exec(readFileSync(PAGE, "utf8"))?.[1] ?? "";
    for (const line of example.split("\n").filter((one) => one.trim() !== "…")) {
      expect(stdout).toContain(line);
    }
  });
});

describe("for CI", () => {
  const action = parse(readFileSync(`${ROOT}/action.yml`, "utf8"));

  async function runAction(
    files: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ) {
    const space = workspace(files);
    const command = space.file(
      "turnkit",
      `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/src/main.ts" "$@" --data-dir data\n`,
    );
    chmodSync(command, 0o755);
    const output = space.file("output", "");
    const defaults = action.runs.steps[1].env as Record<string, string>;
    const inputs = Object.fromEntries(
      Object.entries(defaults).map(([name, words]) => {
        const input = /inputs\.([a-z-]+)/.exec(words)?.[1] ?? "";
        return [name, String(action.inputs[input].default)];
      }),
    );
    const child = Bun.spawn(["bash", `${ROOT}/scripts/catalog-action.sh`], {
      cwd: space.path,
      env: {
        PATH: process.env.PATH,
        HOME: space.path,
        ...inputs,
        TURNKIT_COMMAND: command,
        GITHUB_OUTPUT: output,
        ...env,
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    const stdout = await new Response(child.stdout).text();
    const result = { code: await child.exited, stdout, output: await Bun.file(output).text() };
    const sarif = await Bun.file(`${space.path}/turnkit.sarif`).exists();
    space[Symbol.dispose]();
    return { ...result, sarif };
  }

  test("the action lints, writes SARIF and names it; without a lock file nothing is compared", async () => {
    expect(await runAction({})).toMatchObject({ code: 0, sarif: true, output: "sarif=turnkit.sarif\n" });
  });

  test("the action fails when the catalog differs from the lock file", async () => {
    using space = workspace();
    await runCli(
      ["catalog", "lock", "--no-mcp", "--data-dir", "data"],
      testHost({ cwd: space.path, home: space.path }),
    );
    const lock = await Bun.file(`${space.path}/turnkit.lock.json`).text();
    const drifted = lock.replace(/"description": "Reads one file/, '"description": "Reads any file');
    expect((await runAction({ "turnkit.lock.json": lock })).code).toBe(0);
    const red = await runAction({ "turnkit.lock.json": drifted });
    expect(red.code).toBe(3);
    expect(red.stdout).toMatch(/^::error file=turnkit\.lock\.json,line=\d+,title=tool-changed%3A read::/m);
  });

  test("the pre-commit hooks name commands that exist", async () => {
    const hooks = parse(readFileSync(`${ROOT}/.pre-commit-hooks.yaml`, "utf8")) as {
      id: string;
      entry: string;
    }[];
    using space = workspace();
    for (const { entry } of hooks) {
      const host = testHost({ cwd: space.path, home: space.path });
      const { exitCode } = await runCli([...entry.split(" ").slice(1), "--help"], host);
      expect(exitCode).toBe(0);
    }
  });
});
