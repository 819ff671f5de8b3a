import type { ToolResult } from "../../../contract/tool.ts";
import { showRendered } from "../text/rendered-text.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";

interface Cell {
  readonly cell_type?: unknown;
  readonly execution_count?: unknown;
  readonly source?: unknown;
  readonly outputs?: unknown;
}

/** The cells of a Jupyter notebook, if the text is one. */
export function notebookCells(text: string): readonly Cell[] | undefined {
  try {
    const { cells, nbformat } = JSON.parse(text) as { cells?: unknown; nbformat?: unknown };
    return Array.isArray(cells) && typeof nbformat === "number" ? cells.filter(isRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Cells with their outputs as text; pictures among the outputs as what they are and how large. */
export async function readNotebook(read: HeldRead, cells: readonly Cell[]): Promise<ToolResult> {
  const parts = cells.map((cell, index) => [
    texts.cell(index + 1, String(cell.cell_type ?? "unknown"), cell.execution_count),
    joined(cell.source),
    ...(Array.isArray(cell.outputs) ? cell.outputs.filter(isRecord).map(outputText) : []),
  ]);
  const text = [texts.notebook(cells.length), ...parts.flat()].join("\n");
  return showRendered(read, text, { kind: "notebook", cells: cells.length });
}

function outputText(output: Record<string, unknown>): string {
  switch (output.output_type) {
    case "stream":
      return texts.cellOutput(String(output.name ?? "stdout"), joined(output.text));
    case "error":
      return texts.cellOutput("error", errorText(output));
    default:
      return texts.cellOutput("output", isRecord(output.data) ? dataText(output.data) : "");
  }
}

function errorText({ ename, evalue, traceback }: Record<string, unknown>): string {
  const trace = Array.isArray(traceback) ? traceback.join("\n") : "";
  return withoutColours(trace === "" ? `${ename}: ${evalue}` : trace);
}

/** Text where there is some; everything else as a stub. */
function dataText(data: Record<string, unknown>): string {
  const parts: string[] = [];
  if ("text/plain" in data) parts.push(joined(data["text/plain"]));
  else if ("text/markdown" in data) parts.push(joined(data["text/markdown"]));
  for (const [type, value] of Object.entries(data)) {
    if (!type.startsWith("text/")) parts.push(texts.stub(type, joined(value).length));
  }
  return parts.join("\n");
}

/** Notebooks keep text as one string or as a list of lines. */
function joined(value: unknown): string {
  if (Array.isArray(value)) return value.join("");
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function withoutColours(text: string): string {
  return text.replaceAll(/\u001b\[[\d;]*m/g, "");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
