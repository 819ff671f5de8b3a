/** The version of this program; `scripts/check-structure.ts` holds it equal to package.json's. */
export const VERSION = "0.1.0";
