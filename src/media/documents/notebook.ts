import { OUTPUT_CHARACTERS } from "../limits.ts";
import type { NotebookText } from "../types.ts";
import { notebookTexts as texts } from "./notebook-texts.ts";
import { type Cell, cellsOf, type Output, outputsOf, sourceOf } from "./notebook-versions.ts";
import { TextBudget, tooMuchText } from "./text-budget.ts";

/**
 * Cells with their outputs as text; pictures among them as what they are and how large. Where that is more than
 * anybody reads, long outputs come with their start and end only. @throws MediaFailed
 */
export function notebookText(bytes: Uint8Array): NotebookText {
  const cells = parsedCells(bytes);
  if (cells === undefined) return { text: undefined, cells: 0 };
  for (const most of [Number.POSITIVE_INFINITY, OUTPUT_CHARACTERS]) {
    const text = rendered(cells, most);
    if (text !== undefined) return { text, cells: cells.length };
  }
  throw tooMuchText();
}

/** Undefined when it is too much; at most `most` characters of an output. */
function rendered(cells: readonly Cell[], most: number): string | undefined {
  const parts: string[] = [texts.notebook(cells.length)];
  const budget = new TextBudget();
  for (const [index, cell] of cells.entries()) {
    for (const part of cellParts(cell, index + 1, most)) {
      if (!budget.holds(part)) return undefined;
      parts.push(part);
    }
  }
  return parts.join("\n");
}

function parsedCells(bytes: Uint8Array): readonly Cell[] | undefined {
  try {
    return cellsOf(JSON.parse(new TextDecoder(encodingOf(bytes)).decode(bytes)));
  } catch {
    // Not JSON, or nested deeper than any notebook is.
    return undefined;
  }
}

/** By the byte order mark; JSON is UTF-8 otherwise. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function* cellParts(cell: Cell, number: number, most: number): Generator<string> {
  yield texts.cell(number, cell.kind, cell.count);
  yield sourceOf(cell);
  for (const [name, data] of Object.entries(cell.attachments)) {
    for (const [type, value] of Object.entries(data))
      yield texts.attachment(name, type, joined(value).length);
  }
  for (const output of outputsOf(cell)) {
    const { name, text } = outputText(output);
    const half = Math.floor(most / 2);
    const isLong = text.length > most;
    yield texts.cellOutput(
      name,
      isLong ? texts.shortened(text.slice(0, half), text.slice(-half), text.length - 2 * half) : text,
    );
  }
}

function outputText(output: Output): { name: string; text: string } {
  switch (output.kind) {
    case "stream":
      return { name: output.name, text: withoutColours(joined(output.text)) };
    case "error":
      return { name: "error", text: withoutColours(errorText(output)) };
    case "data":
      return { name: "output", text: dataText(output.data) };
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
