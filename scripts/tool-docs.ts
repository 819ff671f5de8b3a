/**
 * Writes one reference page per local tool from its definition, its limits and the choices made for it:
 * `bun scripts/tool-docs.ts`, or `--check` to fail when a page is not what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { catalogFacts } from "../src/catalog/facts.ts";
import { absentTool } from "../src/catalog/known-tools.ts";
import { DEFAULT_CONFIG } from "../src/config/defaults.ts";
import type { AnyTool } from "../src/contract/tool.ts";
import { localDefinitions } from "./local-definitions.ts";

const ROOT = resolve(import.meta.dirname, "..");
const PAGES = join(ROOT, "docs/tools");

interface Property {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Folders in `src/tools` that are not called like their tool. */
const FOLDERS: Readonly<Record<string, string>> = {
  ask_user: "ask-user",
  request_feature_enable: "feature-enable",
  website_deploy: "website-deploy",
  web_fetch: "web-fetch",
  web_search: "web-search",
  code_review: "code-review",
  task_append: "task",
  task_query: "tasks",
  task_output: "tasks",
  task_stop: "tasks",
};

/** Limits of what a tool stands on, told with its own. */
const LIMITS_BESIDE: Readonly<Record<string, readonly string[]>> = { read: ["src/media/limits.ts"] };

/** Nothing takes these away but the agent and its role. */
const ALWAYS = new Set(["ask_user", "request_feature_enable"]);

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const tool of localDefinitions()) {
  const file = join(PAGES, `${tool.def.name}.md`);
  const page = await pageOf(tool);
  const isCurrent = existsSync(file) && readFileSync(file, "utf8") === page;
  if (isCurrent) continue;
  stale.push(`docs/tools/${tool.def.name}.md`);
  if (!check) write(file, page);
}
if (check && stale.length > 0) {
  console.error(`error: Not what the definitions say (${stale.join(", ")})\nhint: bun scripts/tool-docs.ts`);
  process.exitCode = 1;
}

async function pageOf({ def }: AnyTool): Promise<string> {
  const mode = def.executionMode === "parallel" ? "parallel" : "sequential";
  const parts = [
    `# ${def.name}`,
    `<!-- Written by scripts/tool-docs.ts. The choices are in choices/${def.name}.md. -->`,
    `Execution mode: ${mode}. What the model is told:`,
    def.description
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n>\n"),
    "## Parameters",
    parameters(def.schema),
    ...section("## When it is there", needs(def.name)),
    ...section("## Limits", await limits(def.name)),
    ...section("## Choices", choices(def.name)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(title: string, body: string | undefined): string[] {
  return body === undefined ? [] : [title, body];
}

function parameters(schema: Property): string {
  return ["| name | type | required | meaning |", "|---|---|---|---|", ...rowsOf(schema, "")].join("\n");
}

function rowsOf({ properties = {}, required = [] }: Property, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const full = prefix + name;
    const meaning = cell(property.description ?? "");
    const needed = required.includes(name) ? "yes" : "no";
    const own = `| \`${full}\` | ${typeOf(property)} | ${needed} | ${meaning} |`;
    return [own, ...rowsOf(property.items ?? {}, `${full}[].`)];
  });
}

/** The same words as \`catalog explain\` has for a tool that is not there; undefined for those that always are. */
function needs(name: string): string | undefined {
  const absence = absentTool(name, catalogFacts(DEFAULT_CONFIG, {}));
  if (absence === undefined || ALWAYS.has(name)) return undefined;
  const ways = absence.bringIn.map(({ what, how }) => `- ${what}: \`${how}\``);
  return [`It is not there when ${absence.reason}. What brings it in:`, ...ways].join("\n");
}

function typeOf({ type, enum: values, minimum, maximum, minItems, maxItems }: Property): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  const bounds = [
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(maxItems === undefined ? [] : [`of ${minItems ?? 0} to ${maxItems}`]),
  ];
  return [type ?? "any", ...bounds].join(" ");
}

/** The constants of the tool's `limits.ts`, with what their comments say of them. */
async function limits(name: string): Promise<string | undefined> {
  const files = [join("src/tools", FOLDERS[name] ?? name, "limits.ts"), ...(LIMITS_BESIDE[name] ?? [])];
  const rows: string[] = [];
  for (const file of files) rows.push(...(await limitRows(join(ROOT, file))));
  return rows.length === 0 ? undefined : ["| limit | value | meaning |", "|---|---|---|", ...rows].join("\n");
}

async function limitRows(file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  const values = (await import(file)) as Readonly<Record<string, unknown>>;
  const source = readFileSync(file, "utf8");
  const documented = source.matchAll(/\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\nexport const (\w+)/g);
  return Array.from(documented, ([, comment = "", constant = ""]) => {
    const meaning = comment.replaceAll(/\s*\n\s*\*\s*/g, " ");
    return `| \`${constant}\` | ${valueText(values[constant])} | ${cell(meaning)} |`;
  });
}

function valueText(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString("en-US");
  return cell(Array.isArray(value) ? value.join(", ") : String(value));
}

function choices(name: string): string | undefined {
  const file = join(PAGES, "choices", `${name}.md`);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function write(file: string, page: string): void {
  mkdirSync(PAGES, { recursive: true });
  writeFileSync(file, page);
}
