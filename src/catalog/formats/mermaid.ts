import { pipelineCounts } from "../pipeline.ts";
import type { Catalog } from "../types.ts";

/** The pipeline as a flow chart with counts. Holds no foreign text: stages and numbers only. */
export function renderMermaid(catalog: Catalog): string {
  const { sources, stages, offered, deferred } = pipelineCounts(catalog);
  const lines = ["flowchart LR"];
  for (const { name, count } of sources) lines.push(`  ${name}["${name}: ${count}"] --> sources`);
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  lines.push(`  sources(["sources: ${total}"])`);
  let from = "sources";
  for (const { stage, left, dropped } of stages) {
    const node = stage.replaceAll("-", "_");
    lines.push(`  ${from} --> ${node}["${stage}: ${left} left"]`);
    if (dropped > 0) lines.push(`  ${node} -. "${dropped} dropped" .-> dropped`);
    from = node;
  }
  lines.push(`  ${from} --> offered(["offered: ${offered}"])`);
  if (deferred > 0) lines.push(`  ${from} --> deferred(["deferred: ${deferred}"])`);
  if (stages.some(({ dropped }) => dropped > 0)) lines.push('  dropped(["dropped"])');
  return `${lines.join("\n")}\n`;
}
