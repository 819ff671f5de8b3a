import { mcpFault } from "../errors.ts";

/**
 * Tests texts for a pattern, case-insensitive and in linear time, whatever the pattern: it comes from a model.
 * @throws Fault `pattern_unusable` with the reason; the engine knows no look-around and no back references.
 */
export async function linearMatcher(pattern: string): Promise<(text: string) => boolean> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    throw mcpFault.patternUnusable(pattern, error);
  }
}
