/** What a script's texts may refer to; everything else that looks like `${…}` stays as typed. */
export interface References {
  readonly workspace: string;
  /** The text of a finished call's result; undefined when there is none. */
  result(step: number, call: number): string | undefined;
}

const REFERENCE = /\\\$\{|\$\{(workspace|result\.(\d{1,9})\.(\d{1,9}))\}/g;

/** Replaces `${workspace}` and `${result.S.C}`; `\${` becomes `${`. */
export function replaceReferences(text: string, references: References): string {
  if (!text.includes("${")) return text;
  return text.replace(REFERENCE, (whole, name?: string, step?: string, call?: string) => {
    if (name === undefined) return "${";
    if (name === "workspace") return references.workspace;
    return references.result(Number(step), Number(call)) ?? whole;
  });
}

/** The same in every text of a JSON value; keys stay. */
export function replaceDeep(value: unknown, references: References): unknown {
  if (typeof value === "string") return replaceReferences(value, references);
  if (Array.isArray(value)) return value.map((item) => replaceDeep(item, references));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceDeep(item, references)]));
}

/** The `${result.S.C}` that a text holds. */
export function resultReferences(text: string): { text: string; step: number; call: number }[] {
  return [...text.matchAll(REFERENCE)].flatMap(([whole, name, step, call]) =>
    name === undefined || name === "workspace"
      ? []
      : [{ text: whole, step: Number(step), call: Number(call) }],
  );
}

/** A text that a script gives back unchanged. */
export function escapeReferences(text: string): string {
  return text.replaceAll("${", "\\${");
}
