/** The folders whose paths differ from machine to machine. */
export interface Places {
  readonly workspace: string;
  readonly dataDir: string;
  readonly home: string;
}

/** Writes `${workspace}`, `${dataDir}` and `${home}` for these folders wherever they stand in a text. */
export function portableText(places: Places): (text: string) => string {
  const folders = (["workspace", "dataDir", "home"] as const)
    .map((name) => ({ name, folder: places[name].replace(/[/\\]+$/, "") }))
    .filter(({ folder }) => folder.length > 1)
    // The longest first: a workspace lies below the home as a rule.
    .toSorted((a, b) => b.folder.length - a.folder.length);
  return (text) => {
    let portable = text;
    for (const { name, folder } of folders) {
      if (portable.includes(folder)) portable = replaceFolder(portable, folder, `\${${name}}`);
    }
    return portable;
  };
}

/** Only whole folders: `/home/ann` is not in `/home/anna`, nor in `/mnt/home/ann`. */
function replaceFolder(text: string, folder: string, stand: string): string {
  let result = "";
  let from = 0;
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, from)) {
    const end = at + folder.length;
    const whole = !isPathCharacter(text[at - 1]) && !isPathCharacter(text[end]);
    result += text.slice(from, at) + (whole ? stand : folder);
    from = end;
  }
  return result + text.slice(from);
}

function isPathCharacter(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_.-]/u.test(char);
}

/** A copy of a JSON value with every text in it changed, keys included. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}
