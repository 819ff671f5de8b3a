/** Links followed in one path before it counts as a cycle; what Linux itself allows. */
export const MAX_LINK_HOPS = 40;

/** Characters of a path; longer ones no system opens. */
export const MAX_PATH_CHARACTERS = 32_768;

/** How often a file that was replaced between judging and opening is judged again. */
export const OPEN_ATTEMPTS = 3;

/** Characters of a name or path shown in a message; the rest is cut. */
export const SHOWN_CHARACTERS = 300;
