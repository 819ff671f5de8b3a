/** Questions of one call (20-local-tools). */
export const STEPS = 4;

/** Options of one question, at least (20-local-tools). */
export const OPTIONS_LEAST = 2;

/** Options of one question, at most (20-local-tools). */
export const OPTIONS_MOST = 4;

/** Characters of a question: more is a text, not a question. */
export const QUESTION_CHARACTERS = 2_000;

/** Characters of an option's label, which stands on one line. */
export const LABEL_CHARACTERS = 100;

/** Characters of the description of an option. */
export const DESCRIPTION_CHARACTERS = 500;

/** Characters of the title. */
export const TITLE_CHARACTERS = 200;

/** Characters of an answer in the user's own words. */
export const ANSWER_CHARACTERS = 10_000;
