/** What is put between the parts of a notebook. */
export const notebookTexts = {
  notebook: (cells: number) =>
    `[Notebook of ${cells} cell${cells === 1 ? "" : "s"}, shown as text. The file itself is JSON: edit it with the shell, not by this text.]`,
  cell: (number: number, kind: string, count: unknown) =>
    `--- cell ${number}: ${kind}${typeof count === "number" ? ` [${count}]` : ""} ---`,
  cellOutput: (name: string, text: string) => `--- ${name} ---\n${text.replace(/\n$/, "")}`,
  shortened: (start: string, end: string, leftOut: number) =>
    `${start}\n[… ${leftOut} characters of this output left out: the file holds them …]\n${end}`,
  stub: (type: string, characters: number) => `[${type}, ${characters} characters, not shown]`,
  attachment: (name: string, type: string, characters: number) =>
    `[attachment ${JSON.stringify(name)}: ${type}, ${characters} characters, not shown]`,
};
