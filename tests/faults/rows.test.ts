import { expect, test } from "bun:test";
import { CHANGES } from "./checks/changes.ts";
import { FLOODING } from "./checks/floods.ts";
import { KILLED } from "./checks/killed.ts";
import { READING } from "./checks/reading.ts";
import { SEARCHING } from "./checks/searching.ts";
import { SHELL } from "./checks/shell.ts";
import { ROWS, WITHOUT_DRAFT } from "./rows.ts";

const CHECKS = [...CHANGES, ...FLOODING, ...KILLED, ...READING, ...SEARCHING, ...SHELL];

test("every reported fault of the local tools has a check, and no check is of another list", () => {
  expect([...new Set(CHECKS.map(({ id }) => id))].sort()).toEqual(ROWS.toSorted());
});

test.each(ROWS)("%s: a draft is shown to have the fault, or it is said why none can", (row) => {
  const drafts = CHECKS.filter(({ id }) => id === row).map(({ draft }) => draft !== undefined);
  expect(new Set(drafts)).toEqual(new Set([WITHOUT_DRAFT[row] === undefined]));
});
