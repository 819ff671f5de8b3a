import { visible } from "../output/visible.ts";
import { absentTool } from "./known-tools.ts";
import { listNames, selectorNames } from "./matching.ts";
import { texts } from "./texts.ts";
import {
  type Catalog,
  type CatalogTool,
  type ExplainedTool,
  type PermissionVerdict,
  STAGE_NAMES,
} from "./types.ts";

/**
 * What every stage says of one tool, by its catalog name or `server/tool`. A tool that this program knows
 * but no source has now is explained too; undefined for a name that nobody knows.
 */
export function explainTool(catalog: Catalog, name: string): ExplainedTool | undefined {
  const tool = catalog.tools.find((one) => one.name === name) ?? byAlias(catalog, name);
  if (tool !== undefined) {
    const { status, stages, bringIn } = tool;
    return {
      tool: tool.name,
      status,
      stages,
      ...(bringIn === undefined ? {} : { bringIn }),
      entry: tool.entry,
    };
  }
  const absent = absentTool(name, catalog.facts);
  if (absent === undefined) return undefined;
  const [source, ...rest] = STAGE_NAMES;
  return {
    tool: name,
    status: "dropped",
    stages: [
      { stage: source, verdict: "drop", reason: absent.reason },
      ...rest.map((stage) => ({ stage, verdict: "n/a" as const })),
    ],
    bringIn: absent.bringIn,
  };
}

/** Names for suggestions: what is in the catalog, and the servers' own names. */
export function explainableNames(catalog: Catalog): readonly string[] {
  return catalog.tools.flatMap(({ entry }) => selectorNames(entry));
}

function byAlias(catalog: Catalog, name: string): CatalogTool | undefined {
  if (name.endsWith("*")) return undefined;
  return catalog.tools.find(({ entry }) => listNames([name], selectorNames(entry)));
}

/** One line per stage, then what would bring the tool in, and the permission verdict. */
export function renderExplanation(explained: ExplainedTool, permission?: PermissionVerdict): string {
  const width = Math.max(...STAGE_NAMES.map((stage) => stage.length));
  const lines = explained.stages.map(({ stage, verdict, reason }) => {
    const words = reason === undefined ? verdict : `${verdict}: ${visible(reason)}`;
    return `  ${stage.padEnd(width)}  ${words}`;
  });
  const remedies = (explained.bringIn ?? []).map(({ what, how }) => `  ${what}: ${visible(how)}`);
  return [
    `${visible(explained.tool)}: ${explained.status}`,
    ...lines,
    ...(remedies.length === 0 ? [] : [texts.bringIn, ...remedies]),
    ...(permission === undefined ? [] : [`${texts.permission}: ${visible(permission.text)}`]),
    "",
  ].join("\n");
}
