import { describe, expect, test } from "bun:test";
import { PERMISSION_MODES, type PermissionMode } from "../../src/config/types.ts";
import type { ToolSource } from "../../src/contract/tool.ts";
import { createPermissionEngine, type EngineOptions } from "../../src/permissions/engine.ts";
import { NO_RULES } from "../../src/permissions/rules/types.ts";
import type { ToolFacts } from "../../src/permissions/types.ts";
import { rules } from "./paths/support.ts";

const PLACES = {
  workspace: "/nonexistent/w",
  home: "/nonexistent/h",
  dataDir: "/nonexistent/h/.minimax",
  platform: process.platform,
};

function engine(mode: PermissionMode, more: Partial<EngineOptions> = {}) {
  return createPermissionEngine({ places: PLACES, mode, rules: NO_RULES, ...more });
}

async function decisions(
  name: string,
  input: unknown,
  source?: ToolSource,
  more: Partial<EngineOptions> = {},
) {
  const all = PERMISSION_MODES.map((mode) => engine(mode, more).verdict({ name, input, source }));
  const [ask, readOnly, acceptEdits, full] = (await Promise.all(all)).map((verdict) => verdict.decision);
  return { readOnly, ask, acceptEdits, full };
}

const RUN = { readOnly: "allow", ask: "allow", acceptEdits: "allow", full: "allow" } as const;
const EVERYTHING_ELSE = { readOnly: "deny", ask: "ask", acceptEdits: "ask", full: "allow" } as const;
const TRUSTED: ToolFacts = {
  name: "mcp__s__t",
  source: "configured",
  server: "s",
  serverTool: "t",
  readOnlyHint: true,
  trustAnnotations: true,
};

describe("the table of modes", () => {
  test.each([
    ["read", { path: "a" }],
    ["grep", { pattern: "a" }],
    ["glob", { pattern: "a" }],
    ["skill", { name: "a" }],
    ["todowrite", {}],
    ["tool_search", {}],
    ["task_query", {}],
    ["task_output", {}],
    ["memory", { operation: "read" }],
    ["memory", { operation: "search" }],
    ["code_review", {}],
    ["goal_get", {}],
    ["EnterPlanMode", {}],
    ["ExitPlanMode", {}],
    ["ask_user", {}],
  ])("%s %j runs in every mode", async (name, input) => {
    expect(await decisions(name, input)).toEqual(RUN);
  });

  test.each([
    ["bash", { command: "ls" }],
    ["web_fetch", {}],
    ["web_search", {}],
    ["task", {}],
    ["task_append", {}],
    ["task_stop", {}],
    ["mavis", {}],
    ["memory", { operation: "write" }],
    ["memory", {}],
    ["goal_complete", {}],
    ["website_deploy", {}],
    ["request_feature_enable", {}],
    ["anything_new", {}],
  ])("%s %j is everything else", async (name, input) => {
    expect(await decisions(name, input)).toEqual(EVERYTHING_ELSE);
  });

  test.each([
    ["write", { path: "a", content: "" }],
    ["edit", { file_path: "a", old_string: "a", new_string: "b" }],
  ])("%s inside the workspace", async (name, input) => {
    expect(await decisions(name, input)).toEqual({
      readOnly: "deny",
      ask: "ask",
      acceptEdits: "allow",
      full: "allow",
    });
  });

  test("write outside the workspace is everything else", async () => {
    expect(await decisions("write", { path: "/elsewhere/a", content: "" })).toEqual(EVERYTHING_ELSE);
  });

  test("protected paths, and the data dir that even full asks about", async () => {
    expect(await decisions("write", { path: ".git/config", content: "" })).toEqual(EVERYTHING_ELSE);
    expect(await decisions("write", { path: "~/.minimax/config.yaml", content: "" })).toEqual({
      ...EVERYTHING_ELSE,
      full: "ask",
    });
  });

  test("reading elsewhere asks outside full, and secrets are closed there", async () => {
    expect(await decisions("read", { path: "/etc/hosts" })).toEqual({
      readOnly: "ask",
      ask: "ask",
      acceptEdits: "ask",
      full: "allow",
    });
    expect(await decisions("read", { path: ".env" })).toEqual({
      readOnly: "deny",
      ask: "deny",
      acceptEdits: "deny",
      full: "allow",
    });
    expect(await decisions("grep", { pattern: "a", path: ".ssh" })).toEqual({
      readOnly: "deny",
      ask: "deny",
      acceptEdits: "deny",
      full: "deny",
    });
  });

  test("an MCP tool is everything else, whatever it is called and whatever it says of itself", async () => {
    expect(await decisions("mcp__s__read", {}, "configured")).toEqual(EVERYTHING_ELSE);
    expect(await decisions("read", { path: "a" }, "configured")).toEqual(EVERYTHING_ELSE);
    expect(await decisions("images_understand", {}, "builtin-matrix")).toEqual(EVERYTHING_ELSE);
    const hinted = { ...TRUSTED, trustAnnotations: false };
    expect(await decisions("mcp__s__t", {}, "configured", { toolFacts: () => hinted })).toEqual(
      EVERYTHING_ELSE,
    );
  });

  test("a read-only hint counts where the server's entry trusts it, unless it also says destructive", async () => {
    expect(await decisions("mcp__s__t", {}, "configured", { toolFacts: () => TRUSTED })).toEqual(RUN);
    const torn = { ...TRUSTED, destructiveHint: true };
    expect(await decisions("mcp__s__t", {}, "configured", { toolFacts: () => torn })).toEqual(
      EVERYTHING_ELSE,
    );
  });

  test("plan mode writes only the plan file, and asks before everything else, even in full", async () => {
    const planFile = "/nonexistent/h/.minimax/turnkit/sessions/0123456789/plan.md";
    const plan = { planFile };
    expect(await decisions("write", { path: planFile, content: "" }, undefined, plan)).toEqual(RUN);
    const never = { readOnly: "deny", ask: "deny", acceptEdits: "deny", full: "deny" } as const;
    expect(await decisions("write", { path: "a", content: "" }, undefined, plan)).toEqual(never);
    expect(await decisions("bash", { command: "ls" }, undefined, plan)).toEqual({
      ...EVERYTHING_ELSE,
      full: "ask",
    });
    expect(await decisions("read", { path: "a" }, undefined, plan)).toEqual(RUN);
  });
});

describe("rules on tools", () => {
  const by = async (
    given: Parameters<typeof rules>[0],
    name: string,
    input: unknown = {},
    more: Partial<EngineOptions> = {},
  ) =>
    (await engine("ask", { rules: rules(given), ...more }).verdict({ name, input, source: "configured" })).by;
  const toolFacts = (name: string): ToolFacts => ({
    ...TRUSTED,
    name,
    server: "Git Hub",
    serverTool: "create",
    trustAnnotations: false,
  });

  test("deny comes before allow, and both before the mode", async () => {
    expect(await by({ allow: ["mcp__s__*"], deny: ["mcp__s__x"] }, "mcp__s__x")).toBe("rule:deny mcp__s__x");
    expect(await by({ allow: ["mcp__s__*"] }, "mcp__s__y")).toBe("rule:allow mcp__s__*");
    expect(await by({ allow: ["mcp__s__*"] }, "mcp__t__y")).toBe("mode:ask");
  });

  test("an MCP tool is also known as server/tool; a denial does not mind case, an allowance does", async () => {
    expect(await by({ deny: ["git hub/CREATE*"] }, "mcp__Git_Hub__create", {}, { toolFacts })).toBe(
      "rule:deny git hub/CREATE*",
    );
    expect(await by({ allow: ["Git Hub/*"] }, "mcp__Git_Hub__create", {}, { toolFacts })).toBe(
      "rule:allow Git Hub/*",
    );
    expect(await by({ allow: ["git hub/*"] }, "mcp__Git_Hub__create", {}, { toolFacts })).toBe("mode:ask");
  });

  test("a server/tool denial whose server cannot be told holds for every MCP tool", async () => {
    expect(await by({ deny: ["a/b"] }, "mcp__c__d")).toBe("rule:deny a/b");
  });

  test("a connector call is judged by its name", async () => {
    expect(await by({ deny: ["connector__demo__*"] }, "connector__demo__send")).toBe(
      "rule:deny connector__demo__*",
    );
    expect(await by({}, "connector__demo__send")).toBe("mode:ask");
  });

  test("mcp_invoke is judged as the tool it names, and a rule for it allows none of them", async () => {
    const input = { tool_name: "mcp__s__x", arguments: {} };
    expect(await by({ deny: ["mcp__s__x"] }, "mcp_invoke", input)).toBe("rule:deny mcp__s__x");
    expect(await by({ allow: ["mcp__s__x"] }, "mcp_invoke", input)).toBe("rule:allow mcp__s__x");
    expect(await by({ allow: ["mcp_invoke"] }, "mcp_invoke", input)).toBe("mode:ask");
    expect(await by({ deny: ["mcp_invoke"] }, "mcp_invoke", input)).toBe("rule:deny mcp_invoke");
    expect(await by({}, "mcp_invoke", { tool_name: "read", arguments: { path: "a" } })).toBe("mode:ask");
    for (const odd of [
      {},
      null,
      { tool_name: 1 },
      { tool_name: "mcp_invoke" },
      { __proto__: { tool_name: "x" } },
    ]) {
      expect(await by({}, "mcp_invoke", odd)).toBe("undecided");
    }
  });

  test("a rule for a whole file tool opens neither secrets nor protected paths", async () => {
    const verdict = async (mode: PermissionMode, name: string, input: unknown) =>
      (
        await engine(mode, { rules: rules({ allow: ["*", "read", "edit", "write"] }) }).verdict({
          name,
          input,
        })
      ).decision;
    expect(await verdict("read-only", "write", { path: "a", content: "" })).toBe("allow");
    expect(await verdict("read-only", "read", { path: "/etc/hosts" })).toBe("allow");
    expect(await verdict("read-only", "read", { path: ".env" })).toBe("deny");
    expect(await verdict("accept-edits", "write", { path: ".git/config", content: "" })).toBe("ask");
    expect(await verdict("read-only", "grep", { pattern: "a", path: "/etc" })).toBe("allow");
  });

  test("deny: write forbids edit too, deny: read also grep and glob", async () => {
    const verdict = async (deny: string, name: string, input: unknown) =>
      (await engine("full", { rules: rules({ deny: [deny] }) }).verdict({ name, input })).by;
    expect(await verdict("write", "edit", { file_path: "a", old_string: "a", new_string: "b" })).toBe(
      "rule:deny write",
    );
    expect(await verdict("read", "grep", { pattern: "a" })).toBe("rule:deny read");
    expect(await verdict("read", "glob", { pattern: "a" })).toBe("rule:deny read");
  });
});

describe("the gate", () => {
  const tool = (name: string, source?: ToolSource) =>
    ({
      def: { name, description: "", schema: {} },
      impl: { execute: () => Promise.reject() },
      source,
    }) as never;
  const ctx = { sessionId: "s", turnId: "t" };

  test("without a terminal ask refuses and says so", async () => {
    const answer = await engine("ask").gate({ tool: tool("web_fetch"), name: "web_fetch", input: {}, ctx });
    expect(answer).toMatchObject({ allowed: false, deniedBy: "mode:ask" });
    expect(answer.allowed ? "" : answer.reason).toContain("no terminal");
  });

  test("an asker that fails is a denial", async () => {
    const ask = () => Promise.reject(new Error("gone"));
    const answer = await engine("ask", { ask }).gate({
      tool: tool("web_fetch"),
      name: "web_fetch",
      input: {},
      ctx,
    });
    expect(answer).toMatchObject({ allowed: false, deniedBy: "undecided" });
  });

  test("questions come one at a time, and an answer for the session settles those that wait", async () => {
    let open = 0;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      open += 1;
      expect(open).toBe(1);
      await Bun.sleep(5);
      open -= 1;
      return { answer: "session" } as const;
    };
    const { gate } = engine("ask", { ask });
    const call = () => gate({ tool: tool("web_fetch"), name: "web_fetch", input: {}, ctx });
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.every((answer) => answer.allowed)).toBe(true);
    expect(asked).toBe(1);
  });

  test("an aborted turn is not asked about", async () => {
    const ask = () => Promise.reject(new Error("must not be asked"));
    const signal = AbortSignal.abort();
    const answer = await engine("ask", { ask }).gate({
      tool: tool("web_fetch"),
      name: "web_fetch",
      input: {},
      ctx,
      signal,
    });
    expect(answer).toMatchObject({ allowed: false, deniedBy: "user" });
  });

  test("a granted path is opened, its neighbour is not", async () => {
    const ask = async () => ({ answer: "once" }) as const;
    const answer = await engine("ask", { ask }).gate({
      tool: tool("read"),
      name: "read",
      input: { path: "/etc/hostname" },
      ctx,
    });
    if (!answer.allowed) throw new Error(answer.reason);
    expect((await answer.paths.stat("/etc/hostname", "read")).ok).toBe(true);
    expect(await answer.paths.stat("/etc/passwd", "read")).toMatchObject({ ok: false, code: "outside" });
  });
});

describe("bad input gets a verdict", () => {
  const given = { allow: ["bash(git status*)"], deny: ["bash(rm*)"] };
  test.each([
    ["a megabyte", `git status ${"x".repeat(1 << 20)}`],
    ["a megabyte of parentheses", "(".repeat(1 << 20)],
    ["deep nesting", `${"$(".repeat(5000)}ls${")".repeat(5000)}`],
    ["60,000 pipes", "a|".repeat(30_000)],
    ["many here-documents", "cat <<A;".repeat(4000)],
    ["many quotes", `git status ${"'\"".repeat(30_001)}`],
    ["half a character", "git status \ud800"],
    ["NUL", "git status \0; rm x"],
    ["nothing", ""],
  ])("%s is denied", async (_, command) => {
    const verdict = await engine("read-only", { rules: rules(given) }).verdict({
      name: "bash",
      input: { command },
    });
    expect(verdict.decision).toBe("deny");
  });

  test("a command that is no text, and no input at all", async () => {
    for (const input of [{ command: 7 }, {}, null, undefined, "ls"]) {
      expect(
        (await engine("read-only", { rules: rules(given) }).verdict({ name: "bash", input })).decision,
      ).toBe("deny");
    }
  });

  test("ten thousand rules", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `bash(tool${index} *)`);
    const paths = Array.from({ length: 10_000 }, (_, index) => `read(closed${index}/**)`);
    const judge = engine("read-only", { rules: rules({ allow: many, deny: paths }) });
    const bash = (command: string) => judge.verdict({ name: "bash", input: { command } });
    expect((await bash("tool9999 x && tool5 y")).decision).toBe("allow");
    expect((await bash("tool9999 x && tool x")).decision).toBe("deny");
    expect((await judge.verdict({ name: "read", input: { path: "closed9999/a" } })).by).toBe(
      "rule:deny read(closed9999/**)",
    );
  });
});

describe("explain", () => {
  test.each([
    ["ask", "bash", "ask"],
    ["read-only", "bash", "refuse"],
    ["full", "bash", "run"],
    ["read-only", "read", "run"],
    ["accept-edits", "write", "run"],
    ["ask", "edit", "ask"],
    ["read-only", "edit", "refuse"],
    ["read-only", "mcp_invoke", "run"],
    ["ask", "todowrite", "run"],
  ] as const)("in mode %s, %s: %s", (mode, name, verdict) => {
    expect(engine(mode).explain({ name })).toMatchObject({ mode, verdict });
  });

  test("it names the rules that may decide otherwise, and that path rules do not bind bash", () => {
    const given = rules({ allow: ["bash(git status*)"], deny: ["bash(rm*)", "write(secret/**)"] });
    const { text } = engine("full", { rules: given }).explain({ name: "bash" });
    for (const part of ["bash(rm*)", "bash(git status*)", "do not bind"]) expect(text).toContain(part);
    expect(engine("full", { rules: rules({ deny: ["write"] }) }).explain({ name: "edit" }).verdict).toBe(
      "refuse",
    );
    expect(engine("full", { rules: rules({ deny: ["mcp__*"] }) }).explain(TRUSTED)).toMatchObject({
      verdict: "refuse",
    });
    expect(engine("read-only").explain(TRUSTED).verdict).toBe("run");
  });
});
