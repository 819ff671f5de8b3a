import type { OutputGate } from "../contract/call-path.ts";
import type { SecretMask } from "../output/secrets.ts";

/** Masks the secrets that turnkit handles in all text of a result, and in its details. */
export function maskGate(mask: SecretMask): OutputGate {
  return async (result) => {
    if (!mask.active) return result;
    return {
      ...result,
      text: mask.mask(result.text),
      content: result.content.map((block) =>
        block.type === "text" ? { ...block, text: mask.mask(block.text) } : block,
      ),
      details: mask.maskDeep(result.details),
    };
  };
}
