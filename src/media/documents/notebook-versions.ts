/** A cell, whatever version of the format it was written in. */
export interface Cell {
  readonly kind: string;
  readonly count: unknown;
  readonly source: unknown;
  /** Level of a heading: before version 4 that was a kind of cell. */
  readonly level: number | undefined;
  readonly outputs: readonly Readonly<Record<string, unknown>>[];
  readonly attachments: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An output, whatever version of the format it was written in. */
export type Output =
  | { readonly kind: "stream"; readonly name: string; readonly text: unknown }
  | { readonly kind: "error"; readonly name: unknown; readonly value: unknown; readonly trace: unknown }
  | { readonly kind: "data"; readonly data: Readonly<Record<string, unknown>> };

/** What versions before 4 called a kind of data, and what it is called since. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  text: "text/plain",
  html: "text/html",
  latex: "text/latex",
  png: "image/png",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
  json: "application/json",
  javascript: "application/javascript",
  pdf: "application/pdf",
};

/** The cells of a notebook, versions 2 to 4 of the format; undefined when it is none. */
export function cellsOf(notebook: unknown): readonly Cell[] | undefined {
  if (!isRecord(notebook) || typeof notebook.nbformat !== "number") return undefined;
  const { cells, worksheets } = notebook;
  if (Array.isArray(cells)) return cells.filter(isRecord).map(cellOf);
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets
    .filter(isRecord)
    .flatMap((sheet) => (Array.isArray(sheet.cells) ? sheet.cells.filter(isRecord).map(cellOf) : []));
}

function cellOf(cell: Readonly<Record<string, unknown>>): Cell {
  const { cell_type, execution_count, prompt_number, source, input, level, outputs, attachments } = cell;
  return {
    kind: typeof cell_type === "string" ? cell_type : "unknown",
    count: execution_count ?? prompt_number,
    source: source ?? input,
    level: typeof level === "number" && level >= 1 && level <= 6 ? level : undefined,
    outputs: Array.isArray(outputs) ? outputs.filter(isRecord) : [],
    attachments: isRecord(attachments) ? onlyRecords(attachments) : {},
  };
}

/** The text of a cell; an old heading as Markdown writes one. */
export function sourceOf({ source, level }: Cell): string {
  const text = Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "";
  return level === undefined ? text : `${"#".repeat(Math.floor(level))} ${text}`;
}

export function outputsOf({ outputs }: Cell): Output[] {
  return outputs.map((output) => {
    switch (output.output_type) {
      case "stream":
        return { kind: "stream", name: String(output.name ?? output.stream ?? "stdout"), text: output.text };
      case "error":
      case "pyerr":
        return { kind: "error", name: output.ename, value: output.evalue, trace: output.traceback };
      default:
        return { kind: "data", data: isRecord(output.data) ? output.data : oldData(output) };
    }
  });
}

function oldData(output: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(output).flatMap(([name, value]) =>
    Object.hasOwn(OLD_TYPES, name) ? [[OLD_TYPES[name], value] as const] : [],
  );
  return Object.fromEntries(entries);
}

function onlyRecords(values: Readonly<Record<string, unknown>>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isRecord(value))) as Record<
    string,
    Record<string, unknown>
  >;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
