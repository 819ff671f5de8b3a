/** One definition as the build has evaluated it: plain data, the same as the tool's own. */
export interface StoredDefinition {
  readonly name: string;
  readonly label?: string;
  readonly executionMode?: "parallel" | "sequential";
  /** UTF-16 length of the JSON `{name, description, schema}` with nothing in the gap. */
  readonly jsonLength: number;
  /** `StoredText.members`; in two where the description lists what only a turn knows: the list goes in between. */
  readonly members: readonly [string] | readonly [before: string, after: string];
}

/** The definitions of the local tools by part, and what they were evaluated for. */
export interface DefinitionSnapshot {
  readonly platform: NodeJS.Platform;
  readonly parts: Readonly<Record<string, readonly StoredDefinition[]>>;
}
