import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { childEnvironments } from "../../src/config/child-environment.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { credentialNames } from "../../src/config/environment-names.ts";
import type { EnvMode } from "../../src/config/types.ts";
import { loadYaml } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

interface Case {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal?: boolean;
  readonly envMode?: EnvMode;
  readonly envAllow?: readonly string[];
  readonly credentials?: readonly string[];
}

function build({ env, terminal = false, envMode, envAllow = [], credentials = [] }: Case) {
  const stream = { isTTY: terminal } as never;
  return childEnvironments({ env, stdin: stream, stderr: stream }, { envMode, envAllow, credentials });
}

const RUNTIME = {
  __MAVIS_PARENT_PID: "1",
  __MAVIS_RUNTIME_HOST: "1",
  MAVIS_ACCESS_TOKEN: "1",
  MAVIS_DATA_DIR: "1",
  MINIMAX_DATA_DIR: "1",
  MAVIS_PORT: "1",
  MAVIS_PROFILE: "1",
  BUN_BE_BUN: "1",
  BUN_OPTIONS: "--preload x",
  BUN_INSPECT: "1",
  BUN_INSPECT_CONNECT_TO: "1",
};

test("b21: a command started in mode scrub sees no model key, and still has PATH, HOME and the git tokens", () => {
  const env = {
    PATH: process.env.PATH,
    HOME: "/home/u",
    FAKE_API_KEY: "zz",
    OPENAI_API_KEY: "zz",
    ANTHROPIC_AUTH_TOKEN: "zz",
    AWS_SECRET_ACCESS_KEY: "zz",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "zz",
    GH_TOKEN: "gh",
    GITHUB_TOKEN: "gh",
    NPM_TOKEN: "npm",
    MY_PASSWORD: "own",
  };
  const { command, removed } = build({ env, envMode: "scrub" });
  const seen = spawnSync("env", { env: command as NodeJS.ProcessEnv, encoding: "utf8" }).stdout.split("\n");
  expect(seen.filter((line) => line.endsWith("=zz"))).toEqual([]);
  for (const kept of ["HOME=/home/u", "GH_TOKEN=gh", "GITHUB_TOKEN=gh", "NPM_TOKEN=npm", "MY_PASSWORD=own"]) {
    expect(seen).toContain(kept);
  }
  expect(seen.some((line) => line.startsWith("PATH="))).toBe(true);
  expect(removed).toEqual([
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ANTHROPIC_AUTH_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "FAKE_API_KEY",
    "OPENAI_API_KEY",
  ]);
});

for (const mode of ["off", "scrub", "strict"] as const) {
  test(`the runtime's own variables reach no child in mode ${mode}, those of mcode-tools do`, () => {
    const env = { ...RUNTIME, __MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE: "/x", bun_options: "x", A: "1" };
    const built = build({ env, envMode: mode, envAllow: Object.keys(RUNTIME) });
    const kept = { __MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE: "/x", A: "1" };
    expect({ ...built.command }).toEqual(kept);
    expect({ ...built.helper }).toEqual(kept);
    expect(built.removed).toEqual([...Object.keys(RUNTIME), "bun_options"].sort());
  });
}

test("strict takes every name with a credential's segment; envAllow and the system's stay", () => {
  const env = {
    PATH: "p",
    HOME: "h",
    GH_TOKEN: "1",
    db_password: "1",
    MY_KEY: "1",
    KEYBOARD: "de",
    SSH_AUTH_SOCK: "s",
  };
  const { command } = build({ env, envMode: "strict", envAllow: ["my_key"] });
  expect({ ...command }).toEqual({ PATH: "p", HOME: "h", MY_KEY: "1", KEYBOARD: "de", SSH_AUTH_SOCK: "s" });
});

test("off takes nothing but the runtime's own, and helpers are scrubbed all the same", () => {
  const env = { OPENAI_API_KEY: "k", A: "1", UNSET: undefined };
  const built = build({ env, envMode: "off" });
  expect({ ...built.command }).toEqual({ OPENAI_API_KEY: "k", A: "1" });
  expect({ ...built.helper }).toEqual({ A: "1" });
  expect(built.removed).toEqual([]);
});

const MODES: readonly [name: string, input: Case, mode: EnvMode, told: number][] = [
  ["on a terminal off", { env: {}, terminal: true }, "off", 0],
  ["without a terminal scrub", { env: {} }, "scrub", 0],
  ["on a terminal under CI scrub", { env: { CI: "1" }, terminal: true }, "scrub", 0],
  ["as configured", { env: {}, envMode: "strict", terminal: true }, "strict", 0],
  ["off where that is configured, without a terminal too", { env: { CI: "1" }, envMode: "off" }, "off", 0],
  [
    "the variable's over the configuration",
    { env: { MAVIS_BASH_ENV_SANITIZE: " Strict" }, envMode: "off" },
    "strict",
    0,
  ],
  [
    "the configuration's with an empty variable",
    { env: { MAVIS_BASH_ENV_SANITIZE: "" }, envMode: "strict" },
    "strict",
    0,
  ],
  [
    "scrub, with a warning, for a value that is none",
    { env: { MAVIS_BASH_ENV_SANITIZE: "no" }, envMode: "off" },
    "scrub",
    1,
  ],
  [
    "strict for such a value where strict is configured",
    { env: { MAVIS_BASH_ENV_SANITIZE: "x" }, envMode: "strict" },
    "strict",
    1,
  ],
];

for (const [name, input, mode, told] of MODES) {
  test(`the mode is ${name}`, () => {
    const built = build(input);
    expect(built.mode).toBe(mode);
    expect(built.diagnostics).toHaveLength(told);
  });
}

test("variables that the configuration names as keys are credentials", async () => {
  using space = workspace();
  const yaml = [
    "models: {m: {provider: openai, id: x, apiKeyEnv: COMPANY_LLM}}",
    "tools: {webSearch: {provider: brave, apiKeyEnv: SEARCH}}",
    "connectors: {auth: {env: CONNECT}}",
  ].join("\n");
  const { config } = await loadYaml(space, yaml);
  expect(credentialNames(config)).toEqual(["COMPANY_LLM", "SEARCH", "CONNECT"]);
  expect(credentialNames(DEFAULT_CONFIG)).toEqual([]);
  const env = { COMPANY_LLM: "1", SEARCH: "1", CONNECT: "1", A: "1" };
  const { command } = build({ env, envMode: "scrub", credentials: credentialNames(config) });
  expect({ ...command }).toEqual({ A: "1" });
});
