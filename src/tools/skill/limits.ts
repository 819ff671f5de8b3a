/** Skills that the description lists with what they are for; the rest by name alone. */
export const DESCRIBED_SKILLS = 50;

/** Characters of one skill's description in the list. */
export const SKILL_DESCRIPTION_CHARACTERS = 300;

/** Characters of the whole list: it is part of every request. Skills that do not fit are found by a wrong name. */
export const SKILL_LIST_CHARACTERS = 16_000;
