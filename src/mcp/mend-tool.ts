import { isRecord } from "../output/record.ts";
import { NAME_SHOWN_CHARS, NESTING_MAX, TOOL_NAME_MAX_CHARS } from "./limits.ts";
import { texts } from "./texts.ts";
import type { ServerTool, ToolAnnotations } from "./types.ts";

export type MendedTool =
  | { readonly ok: true; readonly tool: ServerTool }
  | { readonly ok: false; readonly name: string; readonly problem: string };

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads one definition of a server. What is missing and has one meaning is filled in (`type` of the root, a
 * description); what could mean anything sets this one tool aside.
 */
export function mendTool(raw: unknown): MendedTool {
  if (!isRecord(raw) || typeof raw.name !== "string" || raw.name === "") {
    return { ok: false, name: shown(isRecord(raw) ? raw.name : raw), problem: texts.noName };
  }
  if (raw.name.length > TOOL_NAME_MAX_CHARS) {
    return { ok: false, name: shown(raw.name), problem: texts.longName(raw.name.length) };
  }
  const inputSchema = mendRoot(raw.inputSchema);
  if (inputSchema === undefined) {
    return { ok: false, name: raw.name, problem: texts.schemaNoObject(describe(raw.inputSchema)) };
  }
  if (isNestedBeyond(raw, NESTING_MAX)) {
    return { ok: false, name: raw.name, problem: texts.tooDeep(NESTING_MAX) };
  }
  const annotations = isRecord(raw.annotations) ? readAnnotations(raw.annotations) : {};
  const title =
    typeof raw.title === "string" ? raw.title : isRecord(raw.annotations) ? raw.annotations.title : undefined;
  return {
    ok: true,
    tool: {
      name: raw.name,
      ...(typeof title === "string" ? { title } : {}),
      description: typeof raw.description === "string" ? raw.description : "",
      inputSchema,
      ...(isRecord(raw.outputSchema) ? { outputSchema: raw.outputSchema } : {}),
      annotations,
    },
  };
}

function shown(name: unknown): string {
  const text = typeof name === "object" && name !== null ? describe(name) : String(name);
  return text.length > NAME_SHOWN_CHARS ? `${text.slice(0, NAME_SHOWN_CHARS)}…` : text;
}

/** A root schema with `type: object`; undefined when the root describes something else. */
function mendRoot(schema: unknown): JsonObject | undefined {
  if (schema === undefined || schema === true) return { type: "object" };
  if (!isRecord(schema)) return undefined;
  const { type } = schema;
  if (type === "object") return schema;
  if (type === undefined) return { type: "object", ...schema };
  if (Array.isArray(type) && type.includes("object")) return { ...schema, type: "object" };
  return undefined;
}

/** Walks without recursion: what is nested by the thousand would end whatever reads it recursively. */
function isNestedBeyond(value: unknown, most: number): boolean {
  const waiting: [unknown, number][] = [[value, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [item, depth] = next;
    if (depth > most) return true;
    if (typeof item !== "object" || item === null) continue;
    for (const inner of Object.values(item)) {
      if (typeof inner === "object" && inner !== null) waiting.push([inner, depth + 1]);
    }
  }
  return false;
}

function readAnnotations(raw: JsonObject): ToolAnnotations {
  const names = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
  const given = names.filter((name) => typeof raw[name] === "boolean");
  return Object.fromEntries(given.map((name) => [name, raw[name]]));
}

/** What stands where something else was expected, in words. */
export function describe(schema: unknown): string {
  if (schema === undefined) return "nothing";
  if (schema === null) return "null";
  if (Array.isArray(schema)) return "a list";
  if (isRecord(schema) && schema.type === undefined) return "an object";
  if (isRecord(schema)) return `of type ${JSON.stringify(schema.type)}`;
  return `a ${typeof schema}`;
}
