import { expect, test } from "bun:test";
import fc from "fast-check";
import { ANY_ONE, ANY_RUN, matchesWildcards } from "../../../src/permissions/rules/wildcards.ts";

const asExpression = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(ANY_RUN, "[^]*").replaceAll(ANY_ONE, "[^]")}$`);

test("a pattern matches exactly what the same pattern as a regular expression does", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", ANY_RUN, ANY_ONE), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
  fc.assert(
    fc.property(pattern, text, (wanted, given) => {
      expect(matchesWildcards(wanted, given)).toBe(asExpression(wanted).test(given));
    }),
    { numRuns: 20_000 },
  );
});
