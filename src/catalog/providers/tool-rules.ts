import type { ToolDefinition } from "../../contract/tool.ts";
import { PROVIDER_NAMES, type ProviderName, type RuleRow } from "./rule.ts";

/** What a provider admits of a tool around its schema. */
export interface ProviderLimits {
  readonly toolName: RegExp;
  /** As people read it. */
  readonly toolNameWords: string;
  readonly maxNameLength: number;
  readonly maxTools?: number;
  /** Characters; over it, older interfaces refuse. */
  readonly maxDescription?: number;
  readonly needsDescription?: boolean;
  readonly source: string;
}

export const PROVIDER_LIMITS: Readonly<Record<ProviderName, ProviderLimits>> = {
  anthropic: {
    toolName: /^[a-zA-Z0-9_-]{1,128}$/,
    toolNameWords: "[a-zA-Z0-9_-]{1,128}",
    maxNameLength: 128,
    source: "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use",
  },
  openai: {
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    toolNameWords: "[a-zA-Z0-9_-]{1,64}",
    maxNameLength: 64,
    maxTools: 128,
    maxDescription: 1_024,
    source: "https://platform.openai.com/docs/api-reference/chat/create",
  },
  gemini: {
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
    toolNameWords: "a letter or _ first, 64 characters at most",
    maxNameLength: 64,
    source: "https://ai.google.dev/api/caching#FunctionDeclaration",
  },
  bedrock: {
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    toolNameWords: "[a-zA-Z0-9_-]{1,64}",
    maxNameLength: 64,
    needsDescription: true,
    source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html",
  },
  moonshot: {
    toolName: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
    toolNameWords: "a letter or _ first, 64 characters at most",
    maxNameLength: 64,
    maxTools: 128,
    source: "https://platform.moonshot.ai/docs/api/tool-use",
  },
};

/** One rule about a tool as a whole; its mending stands in `mend.ts`. */
export interface ToolRule extends RuleRow {
  find(def: ToolDefinition, provider: ProviderName): { pointer: string; message: string } | undefined;
}

export const TOOL_RULES: readonly ToolRule[] = [
  {
    id: "tool-name",
    providers: PROVIDER_NAMES,
    severity: "error",
    refuses: "tool names outside its pattern",
    fix: "rename the tool",
    source: PROVIDER_LIMITS.anthropic.source,
    find: ({ name }, provider) => {
      const { toolName, toolNameWords } = PROVIDER_LIMITS[provider];
      if (toolName.test(name)) return undefined;
      return {
        pointer: "/name",
        message: `the name has ${name.length} characters; wanted: ${toolNameWords}`,
      };
    },
  },
  {
    id: "description-empty",
    providers: ["bedrock"],
    severity: "error",
    refuses: "an empty description",
    fix: "describe the tool",
    source: PROVIDER_LIMITS.bedrock.source,
    find: ({ description }) =>
      description.trim() === ""
        ? { pointer: "/description", message: "the description is empty" }
        : undefined,
  },
  {
    id: "description-long",
    providers: ["openai"],
    severity: "warning",
    refuses: "descriptions over 1,024 characters, where the older interface is used",
    fix: "shorten the description",
    source: PROVIDER_LIMITS.openai.source,
    find: ({ description }, provider) => {
      const most = PROVIDER_LIMITS[provider].maxDescription ?? Number.POSITIVE_INFINITY;
      if (description.length <= most) return undefined;
      return { pointer: "/description", message: `the description has ${description.length} characters` };
    },
  },
];
