import { expect, test } from "bun:test";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { diagnosticLines, faultLines, faultOf, loadYaml } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

const WARNINGS: readonly { name: string; yaml: string; told: string[] }[] = [
  {
    name: "an unknown key with the nearest known one",
    yaml: "tols: {}\n",
    told: ['1:1 Ignored the unknown key "tols". Did you mean "tools"?'],
  },
  {
    name: "an unknown key in depth",
    yaml: "tools:\n  bash:\n    envmode: off\n",
    told: ['3:5 Ignored the unknown key "tools.bash.envmode". Did you mean "envMode"?'],
  },
  {
    name: "an unknown key that nothing resembles",
    yaml: "beta: {mcodeTools: false}\nzzzzzzzz: 1\n",
    told: ['2:1 Ignored the unknown key "zzzzzzzz"'],
  },
  {
    name: "text where a number belongs",
    yaml: "mcpToolSearch:\n  topKMax: many\n",
    told: ['2:12 Ignored mcpToolSearch.topKMax: expected a whole number from 1 to 1000, got "many"'],
  },
  {
    name: "a number out of its range",
    yaml: "mcpToolSearch: {thresholdPct: 15}\n",
    told: ["1:31 Ignored mcpToolSearch.thresholdPct: expected a number from 0 to 1, got 15"],
  },
  {
    name: "a fraction where a whole number belongs",
    yaml: "mcpToolSearch: {topKDefault: 2.5}\n",
    told: ["1:30 Ignored mcpToolSearch.topKDefault: expected a whole number from 1 to 1000, got 2.5"],
  },
  {
    name: "infinity",
    yaml: "toolResultCompaction: {maxInlineKiB: .inf}\n",
    told: [
      "1:38 Ignored toolResultCompaction.maxInlineKiB: expected a number from 1 to 1048576, got Infinity",
    ],
  },
  {
    name: "the yes of YAML 1.1",
    yaml: "beta:\n  mcodeTools: yes\n",
    told: ['2:15 Ignored beta.mcodeTools: expected true or false, got "yes"'],
  },
  {
    name: "a section that is empty",
    yaml: "tools:\nbeta: {}\n",
    told: ["1:7 Ignored tools: expected a map, got nothing"],
  },
  {
    name: "a list where a map belongs",
    yaml: "models: [a]\n",
    told: ["1:9 Ignored models: expected a map, got a list"],
  },
  {
    name: "a map where text belongs",
    yaml: "builtinMatrix: {name: x}\n",
    told: ["1:16 Ignored builtinMatrix: expected text that is not empty, got a map"],
  },
  {
    name: "a value outside a closed choice, with the nearest",
    yaml: "tools: {bash: {envMode: strickt}}\n",
    told: [
      '1:25 Ignored tools.bash.envMode: expected one of "off", "scrub", "strict", got "strickt". Did you mean "strict"?',
    ],
  },
  {
    name: "a model without its id, which takes only that model along",
    yaml: "models:\n  fast: {provider: openai}\n  slow: {provider: openai, id: m}\n",
    told: ['2:9 Ignored models.fast: the key "id" is missing'],
  },
  {
    name: "a choice of maps that names two",
    yaml: "tools:\n  websiteDeploy: {folder: out, url: https://x.example}\n",
    told: [
      "2:18 Ignored tools.websiteDeploy: expected a map with exactly one of the keys folder, url, got a map",
    ],
  },
  {
    name: "an unknown tool id: the list is ignored whole",
    yaml: "agents:\n  default:\n    tools: [read, redd, bash]\n",
    told: [
      '3:19 Ignored agents.default.tools: expected a built-in tool id at agents.default.tools[1], got "redd". Did you mean "read"?',
    ],
  },
  {
    name: "an unknown Matrix id",
    yaml: "agents: {default: {builtinTools: [gen_videos, read]}}\n",
    told: [
      '1:47 Ignored agents.default.builtinTools: expected a Matrix tool id at agents.default.builtinTools[1], got "read"',
    ],
  },
  {
    name: "every problem of a file, in its order",
    yaml: "beta: {mcodeTools: 1}\nlintt: {}\nserve: {include: all}\n",
    told: [
      "1:20 Ignored beta.mcodeTools: expected true or false, got 1",
      '2:1 Ignored the unknown key "lintt". Did you mean "lint"?',
      '3:18 Ignored serve.include: expected a list, got "all"',
    ],
  },
];

for (const { name, yaml, told } of WARNINGS) {
  test(`a warning tells of ${name}, and the default is used`, async () => {
    using space = workspace();
    const loaded = await loadYaml(space, yaml);
    expect(diagnosticLines(loaded.diagnostics)).toEqual(told);
    expect(loaded.diagnostics.every(({ severity }) => severity === "warning")).toBe(true);
    const { models, ...rest } = loaded.config;
    const { models: noModels, ...defaults } = DEFAULT_CONFIG;
    expect(rest).toEqual({ ...defaults, beta: rest.beta });
  });

  test(`--strict-config and CI refuse ${name}`, async () => {
    using space = workspace();
    for (const options of [{ strict: true }, { env: { CI: "true" } }]) {
      const fault = await faultOf(() => loadYaml(space, yaml, options));
      expect([fault.code, fault.exit]).toEqual(["config_invalid", 2]);
      expect(faultLines(fault).map((line) => line.split(" ")[0])).toEqual(
        told.map((line) => line.split(" ")[0]),
      );
      expect(faultLines(fault).every((line) => line.includes(" Cannot use "))).toBe(true);
    }
  });
}

test("an empty CI variable, 0 and false count as unset", async () => {
  using space = workspace();
  for (const CI of ["", "0", "false"]) {
    expect((await loadYaml(space, "tols: 1\n", { env: { CI } })).diagnostics).toHaveLength(1);
  }
});

test("a key pasted where the name of its variable belongs is not repeated", async () => {
  using space = workspace();
  const yaml = "models: {m: {provider: openai, id: m, apiKeyEnv: sk-0123456789abcdef}}\n";
  const [line] = diagnosticLines((await loadYaml(space, yaml)).diagnostics);
  expect(line).toBe(
    "1:50 Ignored models.m.apiKeyEnv: expected the name of an environment variable, got other text",
  );
});

test("without a file, with an empty one and with comments only every default holds", async () => {
  using space = workspace();
  for (const text of ["", " \n\n", "# nothing\n", "---\n", "~\n"]) {
    const loaded = await loadYaml(space, text);
    expect(loaded.config).toEqual(DEFAULT_CONFIG);
    expect(loaded.diagnostics).toEqual([]);
  }
});

test("relative paths start at the file's folder and ~ is the home folder", async () => {
  using space = workspace({ "conf/hooks.yaml": "" });
  const text = [
    "hooks: hooks.yaml",
    "tools: {websiteDeploy: {folder: ~/site}}",
    "connectors: {auth: {file: ../token}, assets: {folder: up}}",
  ].join("\n");
  space.file("conf/my.yaml", text);
  const { config } = await loadYaml(space, "", { file: "conf/my.yaml" });
  expect(config.hooks).toBe(join(space.path, "conf/hooks.yaml"));
  expect(config.tools.websiteDeploy).toEqual({ folder: join(space.path, "site") });
  expect(config.connectors.auth).toEqual({ file: join(space.path, "token") });
  expect(config.connectors.assets).toEqual({ folder: join(space.path, "conf/up") });
});

test("a list of built-in ids without task control gets it, and that is said without refusing in CI", async () => {
  using space = workspace();
  const yaml = "agents: {default: {tools: [read]}}\n";
  const loaded = await loadYaml(space, yaml, { env: { CI: "1" } });
  expect(loaded.config.agents.default.tools).toEqual(["read", "task_query", "task_output", "task_stop"]);
  expect(loaded.diagnostics).toMatchObject([{ severity: "info", code: "config_task_control_added" }]);
});

test("a list with one task control id, and an empty list, stay as they are", async () => {
  using space = workspace();
  for (const tools of [["task_stop", "read"], []]) {
    const loaded = await loadYaml(space, `agents: {default: {tools: [${tools}]}}\n`);
    expect(loaded.config.agents.default.tools).toEqual(tools);
    expect(loaded.diagnostics).toEqual([]);
  }
});

test("keys of maps mean only themselves, whatever JavaScript makes of them", async () => {
  using space = workspace();
  const yaml = "toolResultCompaction: {perTool: {__proto__: 5, constructor: 6}}\n";
  const { perTool } = (await loadYaml(space, yaml)).config.toolResultCompaction;
  expect(Object.entries(perTool)).toEqual([
    ["__proto__", 5],
    ["constructor", 6],
  ]);
  expect(perTool.toString).toBeUndefined();
});

test("where() names the place of a value, or of the nearest thing above it", async () => {
  using space = workspace();
  const loaded = await loadYaml(space, "permissions:\n  deny:\n    - bash(rm*)\n    - write\n");
  const file = join(space.path, "data/config.yaml");
  expect(loaded.where(["permissions", "deny", 1])).toBe(`${file}:4:7`);
  expect(loaded.where(["permissions", "allow", 0])).toBe(`${file}:1:1`);
  expect(loaded.path).toBe(file);
});
