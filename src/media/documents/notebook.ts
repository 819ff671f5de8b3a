import type { NotebookText } from "../types.ts";
import { notebookTexts as texts } from "./notebook-texts.ts";
import { type Cell, cellsOf, outputsOf, sourceOf } from "./notebook-versions.ts";
import { TextBudget } from "./text-budget.ts";

/** Cells with their outputs as text; pictures among them as what they are and how large. @throws MediaFailed */
export function notebookText(bytes: Uint8Array): NotebookText {
  const cells = parsedCells(bytes);
  if (cells === undefined) return { text: undefined, cells: 0 };
  const parts: string[] = [texts.notebook(cells.length)];
  const budget = new TextBudget();
  for (const [index, cell] of cells.entries()) {
    for (const part of cellParts(cell, index + 1)) {
      budget.add(part);
      parts.push(part);
    }
  }
  return { text: parts.join("\n"), cells: cells.length };
}

function parsedCells(bytes: Uint8Array): readonly Cell[] | undefined {
  try {
    return cellsOf(JSON.parse(new TextDecoder("utf-8").decode(bytes)));
  } catch {
    // Not JSON, or nested deeper than any notebook is.
    return undefined;
  }
}

function* cellParts(cell: Cell, number: number): Generator<string> {
  yield texts.cell(number, cell.kind, cell.count);
  yield sourceOf(cell);
  for (const [name, data] of Object.entries(cell.attachments)) {
    for (const [type, value] of Object.entries(data))
      yield texts.attachment(name, type, joined(value).length);
  }
  for (const output of outputsOf(cell)) {
    switch (output.kind) {
      case "stream":
        yield texts.cellOutput(output.name, withoutColours(joined(output.text)));
        break;
      case "error":
        yield texts.cellOutput("error", withoutColours(errorText(output)));
        break;
      case "data":
        yield texts.cellOutput("output", dataText(output.data));
    }
  }
}

function errorText({ name, value, trace }: { name: unknown; value: unknown; trace: unknown }): string {
  const lines = Array.isArray(trace) ? trace.map(joined).join("\n") : "";
  return lines === "" ? `${joined(name)}: ${joined(value)}` : lines;
}

/** Text where there is some, its best kind; everything else as a stub. */
function dataText(data: Readonly<Record<string, unknown>>): string {
  const types = Object.keys(data);
  const shown =
    ["text/plain", "text/markdown", "text/latex"].find((type) => Object.hasOwn(data, type)) ??
    types.find((type) => type.startsWith("text/"));
  const stubs = types.filter((type) => !type.startsWith("text/"));
  return [
    ...(shown === undefined ? [] : [withoutColours(joined(data[shown]))]),
    ...stubs.map((type) => texts.stub(type, joined(data[type]).length)),
  ].join("\n");
}

/** Notebooks keep text as one string or as a list of lines. */
function joined(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((line) => typeof line === "string")) return value.join("");
  return JSON.stringify(value ?? "");
}

function withoutColours(text: string): string {
  return text.replaceAll(/\u001b\[[\d;]*m/g, "");
}
