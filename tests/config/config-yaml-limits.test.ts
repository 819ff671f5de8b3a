import { expect, test } from "bun:test";
import { faultLines, faultOf, loadYaml } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

/** Limits fail closed: none of these may pass as a warning (00-product). */
const REFUSED: readonly { name: string; yaml: string; told: string[] }[] = [
  {
    name: "a mode that does not exist",
    yaml: "permissions: {mode: readonly}\n",
    told: [
      '1:21 Cannot use permissions.mode: expected one of "ask", "read-only", "accept-edits", "full", got "readonly"',
    ],
  },
  {
    name: "a rule that is no text",
    yaml: "permissions:\n  deny:\n    - bash\n    - 7\n",
    told: ["4:7 Cannot use permissions.deny: expected text that is not empty at permissions.deny[1], got 7"],
  },
  {
    name: "a list that lost its items",
    yaml: "permissions:\n  deny:\n",
    told: ["2:8 Cannot use permissions.deny: expected a list, got nothing"],
  },
  {
    name: "a section that lost its content, and a limit beside it",
    yaml: "permissions:\ndeny: [bash]\n",
    told: [
      "1:13 Cannot use permissions: expected a map, got nothing",
      '2:1 Cannot use the unknown key "deny"',
    ],
  },
  {
    name: "an unknown key among the permissions",
    yaml: "permissions: {denied: [bash]}\n",
    told: ['1:15 Cannot use the unknown key "permissions.denied"'],
  },
  {
    name: "a misspelt permissions",
    yaml: "permision: {mode: read-only}\n",
    told: ['1:1 Cannot use the unknown key "permision"'],
  },
  {
    name: "permissions in capitals",
    yaml: "Permissions: {mode: read-only}\n",
    told: ['1:1 Cannot use the unknown key "Permissions"'],
  },
  {
    name: "permissions in the wrong section",
    yaml: "agents:\n  default:\n    permissions: {mode: read-only}\n",
    told: ['3:5 Cannot use the unknown key "agents.default.permissions"'],
  },
  {
    name: "a misspelt connectors",
    yaml: "conectors: {}\n",
    told: ['1:1 Cannot use the unknown key "conectors"'],
  },
  {
    name: "a connector without command and url",
    yaml: "connectors:\n  servers:\n    demo: {args: [x]}\n",
    told: ["3:5 Cannot use connectors.servers.demo: expected command or url, got neither"],
  },
  {
    name: "a wrong value in a connector",
    yaml: "connectors: {servers: {demo: {command: x, timeoutMs: soon}}}\n",
    told: [
      '1:54 Cannot use connectors.servers.demo.timeoutMs: expected a whole number from 1 to 86400000, got "soon"',
    ],
  },
  {
    name: "an auth of no kind",
    yaml: "connectors: {auth: {none: false}}\n",
    told: ["1:27 Cannot use connectors.auth: expected true at connectors.auth.none, got false"],
  },
  {
    name: "a misspelt hooks",
    yaml: "hoks: x\n",
    told: ['1:1 Cannot use the unknown key "hoks"'],
  },
  {
    name: "a hooks file that does not exist",
    yaml: "hooks: gone.yaml\n",
    told: ["1:1 Cannot use hooks: expected a file, got a path where there is none"],
  },
  {
    name: "a hooks file that is a folder",
    yaml: "hooks: .\n",
    told: ["1:1 Cannot use hooks: expected a file, got a folder or a device"],
  },
  {
    name: "two faults at once, told both, beside a warning that is not the reason",
    yaml: "tols: 1\nhoks: x\npermissions: []\n",
    told: [
      '2:1 Cannot use the unknown key "hoks"',
      "3:14 Cannot use permissions: expected a map, got an empty list",
    ],
  },
];

for (const { name, yaml, told } of REFUSED) {
  test(`nothing starts with ${name}`, async () => {
    using space = workspace();
    const fault = await faultOf(() => loadYaml(space, yaml));
    expect([fault.code, fault.exit]).toEqual(["config_invalid", 2]);
    expect(faultLines(fault)).toEqual(told);
    expect([fault, ...fault.others].every((problem) => problem.hint !== undefined)).toBe(true);
  });
}
