/** Whether a text is a JSON pointer (RFC 6901). */
export function isPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

/** The value that a JSON pointer leads to; `found` is false where it leads nowhere. */
export function valueAt(root: unknown, pointer: string): { found: boolean; value?: unknown } {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return { found: false };
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return { found: false };
    value = (value as Record<string, unknown>)[key];
  }
  return { found: true, value };
}
