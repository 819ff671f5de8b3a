import { signedType } from "../output/file-type.ts";

/** The type that the bytes themselves show, of images that models take; what the server claims does not count. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const type = signedType(bytes);
  return type?.kind === "image" ? type.mimeType : undefined;
}

/** Bytes of base64 text; undefined when it is not base64. */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replaceAll(/\s/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, "base64");
}

/** The text of bytes that are UTF-8 without NUL and other controls; undefined when they are binary. */
export function decodeText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
