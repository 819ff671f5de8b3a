/** A body as text, and how it was read. */
export interface DecodedBody {
  readonly text: string;
  /** The name of the encoding that was used. */
  readonly charset: string;
}

/**
 * Decodes a body: a BOM decides, then the charset of the content type, else UTF-8 (20-local-tools). A charset
 * that nobody knows is read as UTF-8 too; what does not fit becomes U+FFFD.
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): DecodedBody {
  const decoder = decoderFor(bomCharset(body) ?? namedCharset(contentType)) ?? new TextDecoder();
  return { text: decoder.decode(body), charset: decoder.encoding };
}

function bomCharset(body: Uint8Array): string | undefined {
  const [a, b, c] = body;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

function namedCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1];
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    // The type lists the usual labels; the decoder knows more, and refuses the rest.
    return new TextDecoder(label as "utf-8");
  } catch {
    return undefined;
  }
}
