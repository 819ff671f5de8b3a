import { VERBS } from "./verb-names.ts";

/** Every sentence of the mavis tool. */
export const mavisTexts = {
  description: () =>
    [
      "Manages this installation: its agents, its stored sessions and its MCP servers. command names what to do, args is an " +
        "object with its arguments:",
      ...Object.entries(VERBS).map(([name, args]) => (args === "" ? `- ${name}` : `- ${name}: ${args}`)),
      "Changes hold from the next turn on. session send leaves a message that the session finds in its next turn. Scheduled " +
        "jobs (cron) are not there: this host has no scheduler.",
    ].join("\n"),
  parameters: {
    command: "A group and a verb, as listed.",
    args: "The arguments of the verb, by name.",
  },
  noScheduler: (command: string) =>
    `Cannot run "${command}": this host has no scheduler, so there are no cron verbs. Use the scheduler of the system.`,
  unknown: (command: string, near: readonly string[]) =>
    `There is no "${command}". ${near.length > 0 ? `Nearest: ${near.join(", ")}.` : `There are: ${Object.keys(VERBS).join(", ")}.`}`,
  argumentsBehind: (name: string, rest: string) =>
    `Cannot run "${name} ${rest}": arguments go into args, as in {"command": "${name}", "args": {…}}.`,
  badArguments: (name: string, issues: readonly { readonly path: string; readonly message: string }[]) =>
    `Cannot run "${name}" with these args:\n${issues.map(({ path, message }) => `args${path === "(root)" ? "" : path}: ${message}`).join("\n")}`,
  agents: {
    none: "There are no agents.",
    line: (name: string, description: string) =>
      description === "" ? `- ${name}` : `- ${name}: ${description}`,
    broken: (name: string, why: string) => `- ${name} (cannot be used: ${why})`,
    unknown: (name: string, near: readonly string[]) =>
      `There is no agent "${name}".${near.length === 0 ? "" : ` Nearest: ${near.join(", ")}.`}`,
    exists: (name: string) => `Cannot create the agent "${name}": there is one. Use agent update.`,
    badName: (name: string) =>
      `Cannot use the name "${name}": expected 1 to 64 of a-z, 0-9 and -, and no name that the system keeps for itself.`,
    ambiguous: (name: string, files: readonly string[]) =>
      `Cannot tell which agent "${name}" is meant: ${files.join(" and ")} both have this name.`,
    busy: "Cannot change the agents: another program is changing them. Try again.",
    nothing: (name: string) => `Nothing to change of "${name}": give at least one of its fields.`,
    unreadable: (file: string, why: string) => `Cannot change "${file}": ${why}`,
    created: (name: string, file: string) => `Created the agent "${name}" in "${file}".`,
    updated: (name: string, fields: readonly string[]) =>
      `Changed ${fields.join(", ")} of the agent "${name}".`,
    deleted: (name: string, file: string) => `Deleted the agent "${name}" ("${file}").`,
  },
  sessions: {
    none: "There are no sessions.",
    line: (id: string, status: string, when: string, prompt: string) =>
      `- ${id} (${status}, ${when})${prompt === "" ? "" : `: ${prompt}`}`,
    more: (shown: number, all: number) => `${shown} of ${all}; a higher limit shows more.`,
    unknown: (id: string, near: readonly string[]) =>
      `There is no session "${id}".${near.length === 0 ? " session list shows them." : ` Nearest: ${near.join(", ")}.`}`,
    head: (id: string, status: string, when: string, workspace: string) =>
      `Session ${id}: ${status}, last changed ${when}, in ${workspace}`,
    message: (role: string, text: string) => `${role}: ${text}`,
    left: (shown: number, all: number) => `(the last ${shown} of ${all} messages)`,
    own: "Cannot send a message to this very session.",
    busy: (id: string) => `Cannot send to "${id}": its inbox is busy. Try again.`,
    sent: (id: string) => `The session ${id} finds the message in its next turn.`,
  },
  mcp: {
    none: (file: string) => `There are no MCP servers in "${file}".`,
    line: (name: string, target: string) => `- ${name}: ${target}`,
    brokenLine: (name: string) => `- ${name} (its entry has a fault; turnkit mcp list says which)`,
    disabled: (target: string) => `${target} (disabled)`,
    unknown: (name: string, near: readonly string[]) =>
      `There is no MCP server "${name}".${near.length === 0 ? "" : ` Nearest: ${near.join(", ")}.`}`,
    exists: (name: string) => `Cannot create the MCP server "${name}": there is one. Use mcp update.`,
    broken: (name: string) => `Cannot change "${name}": its entry has a fault. Delete it and create it anew.`,
    invalid: (name: string, problem: string) => `Cannot keep the MCP server "${name}": ${problem}.`,
    nameUnfit: (expected: string, got: string, instead: string | undefined) =>
      `Cannot keep the MCP server: expected ${expected}, got ${got}.${instead === undefined ? "" : ` "${instead}" would do.`}`,
    nothing: (name: string) => `Nothing to change of "${name}": give at least one of its fields.`,
    secretInClear: (key: string) =>
      `The value of ${key} now stands in the file as it is; \${VARIABLE} would take it from the environment.`,
    created: (name: string, file: string) => `Added the MCP server "${name}" to "${file}".`,
    updated: (name: string, fields: readonly string[]) =>
      `Changed ${fields.join(", ")} of the MCP server "${name}".`,
    deleted: (name: string) => `Removed the MCP server "${name}".`,
  },
};
