/** What the system prompt is made of; the same facts give the same text, so that providers can cache it. */
export interface SystemPromptFacts {
  readonly workspace: string;
  readonly platform: NodeJS.Platform;
  /** Instructions of a custom agent. */
  readonly agent?: string;
  /** Contributions of extensions, in order. */
  readonly contributions: readonly string[];
}

/** The first thing a model reads: where it is and how results here are to be read. */
export function systemPrompt({ workspace, platform, agent, contributions }: SystemPromptFacts): string {
  const own = [
    `You are a coding agent. You work in the folder ${workspace} on ${platform}; relative paths start there.`,
    "Use the tools you are given. A result that was shortened says where the rest is: read it on before you rely on it.",
    "A refused call says which rule or mode refused it; do not look for a way around it.",
    "When the work is done, say in a few words what you did and what you could not do.",
  ].join("\n");
  return [own, ...(agent === undefined ? [] : [agent]), ...contributions].join("\n\n");
}
