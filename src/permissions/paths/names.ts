/** Characters that some file systems ignore in names (HFS+), so that `.g<U+200C>it` would be `.git` there. */
const IGNORED = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]/g;
const ASCII = /^[\x00-\x7f]*$/;

/**
 * A name or path as the most forgiving file system compares it: case, composition and ignorable characters do
 * not count. Used wherever a match *refuses*; what *admits* compares exactly.
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Upper before lower case: U+017F (long s) and U+0131 (dotless i) only meet their plain letters that way.
  const cased = text.normalize("NFD").replace(IGNORED, "").toUpperCase().toLowerCase();
  return cased.normalize("NFC");
}

/** Whether `path` is `folder` or lies below it; both absolute, real and written with the platform's separator. */
export function isWithin(path: string, folder: string, separator: string): boolean {
  if (path === folder) return true;
  const prefix = folder.endsWith(separator) ? folder : folder + separator;
  return path.startsWith(prefix);
}
