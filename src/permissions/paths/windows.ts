/** Device names that Windows finds in every folder, with or without an extension. */
const RESERVED =
  /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/i;

/** Why a path names something other than a plain file on Windows; undefined when it does not. */
export function windowsProblem(path: string): "device" | "stream" | undefined {
  const slashes = path.replaceAll("/", "\\");
  // `\\?\`, `\\.\` and `\??\` skip the rules by which every other check reads a name.
  if (/^\\(\\|\?)[?.]+(\\|$)/.test(slashes)) return "device";
  const names = slashes.replace(/^[A-Za-z]:/, "").split("\\");
  if (names.some((name) => name.includes(":"))) return "stream";
  return names.some(isReserved) ? "device" : undefined;
}

/** `CON`, `nul.txt`, `com1 .log`: the part before the first dot decides, trailing spaces do not count. */
function isReserved(name: string): boolean {
  const stem = name.split(".", 1)[0] ?? "";
  return RESERVED.test(stem.trimEnd());
}

/** A name as Windows opens it: it drops dots and spaces at the end. `.` and `..` stay. */
export function windowsName(name: string): string {
  return name === "." || name === ".." ? name : name.replace(/[. ]+$/, "");
}
