import type { Environment } from "./host.ts";

/** One variable that a text was expanded with. */
export interface UsedVariable {
  readonly name: string;
  /** What stands in the text for it: its value, or the default. */
  readonly value: string;
}

export type Expanded =
  | { readonly ok: true; readonly text: string; readonly used: readonly UsedVariable[] }
  | {
      readonly ok: false;
      /** Variables that are not set and have no default. */
      readonly unset: readonly string[];
      /** `${…}` that is no variable, as typed. */
      readonly malformed: readonly string[];
    };

/** `$${` first, so that it never starts a variable; then a whole `${…}`, then one without an end. */
const PIECES = /\$\$\{|\$\{([^}]*)\}|\$\{/gu;
const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/su;

/**
 * Expands `${VAR}` and `${VAR:-default}` once; `$${` is a literal `${` (00-product "Files"). The default also
 * stands in for an empty variable. What was put in is not expanded again.
 */
export function expandVariables(text: string, env: Environment): Expanded {
  const unset: string[] = [];
  const malformed: string[] = [];
  const used: UsedVariable[] = [];
  const expanded = text.replace(PIECES, (piece, inner: string | undefined) => {
    if (piece === "$${") return "${";
    const [, name, fallback] = VARIABLE.exec(inner ?? "") ?? [];
    if (name === undefined) {
      malformed.push(piece);
      return piece;
    }
    const value = resolved(env[name], fallback);
    if (value === undefined) unset.push(name);
    else used.push({ name, value });
    return value ?? piece;
  });
  if (unset.length > 0 || malformed.length > 0) return { ok: false, unset, malformed };
  return { ok: true, text: expanded, used };
}

function resolved(value: string | undefined, fallback: string | undefined): string | undefined {
  return fallback !== undefined && (value === undefined || value === "") ? fallback : value;
}
