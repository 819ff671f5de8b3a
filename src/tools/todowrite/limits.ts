/** A longer list is no plan any more. */
export const TODOS = 200;

/** Characters of one entry. */
export const TODO_CHARACTERS = 2_000;
