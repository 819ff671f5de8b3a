/**
 * The verbs and their arguments as the definition lists them; `?` marks those that may be left out. The work of
 * each is loaded with the first call.
 */
export const VERBS = {
  "agent list": "",
  "agent get": "name",
  "agent create": "name, instructions, description?, model?, tools?, disallowedTools?, mcpServers?, skills?",
  "agent update": "name, and what is to change of the same",
  "agent delete": "name",
  "session list": "limit?",
  "session get": "id, messages?",
  "session send": "id, message",
  "mcp list": "",
  "mcp get": "name",
  "mcp create": "name, command, args?, env?, cwd?, or url, type?, headers?; timeoutMs?",
  "mcp update": "name, and what is to change of the same; disabled?",
  "mcp delete": "name",
} as const;

export type VerbName = keyof typeof VERBS;

export function isVerb(command: string): command is VerbName {
  return Object.hasOwn(VERBS, command);
}
