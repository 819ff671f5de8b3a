import { cutToWidth } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { Key } from "../prompt/keys.ts";
import type { MenuPlace } from "../prompt/menu.ts";
import { pastedLine } from "../prompt/paste.ts";
import { rowWidth } from "../prompt/screen.ts";
import { texts } from "./texts.ts";

export type Line =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "back" | "interrupt" | "gone" };

const BACKSPACE = new Set(["\u007f", "\b"]);
const CLEAR = "\u0015";

/** Reads one line of text from the keys; what is longer than the terminal shows its end. */
export async function readLine(
  place: MenuPlace,
  moves: boolean,
  most: number,
  hint = texts.write,
): Promise<Line> {
  const { out, keys, paint } = place;
  if (hint !== "") out.write(`${paint.dim(hint)}\n`);
  let text = "";
  if (moves) draw(text, place);
  else out.write(texts.prompt);
  for (;;) {
    const key = await keys.next();
    if (key.name !== "letter" && key.name !== "other" && key.name !== "paste") {
      const line = lineAt(key.name, text);
      if (line === undefined) continue;
      out.write("\n");
      return line;
    }
    const before = text;
    text =
      key.name === "paste" ? text + pastedLine(key.text, most - text.length) : edited(text, key.text, most);
    if (text === before) continue;
    if (moves) draw(text, place);
    // Without a movable cursor what is typed can only be added.
    else if (text.startsWith(before)) out.write(visible(text.slice(before.length)));
    else out.write(`\n${texts.prompt}${visible(text)}`);
  }
}

/** What a key other than a character comes to; undefined when it means nothing here. */
function lineAt(key: Exclude<Key["name"], "letter" | "other" | "paste">, text: string): Line | undefined {
  if (key === "interrupt" || key === "gone") return { kind: key };
  if (key === "up" || key === "down") return undefined;
  const written = text.trim();
  return key === "escape" || written === "" ? { kind: "back" } : { kind: "text", text: written };
}

function edited(text: string, typed: string, most: number): string {
  if (BACKSPACE.has(typed)) return withoutLast(text);
  if (typed === CLEAR) return "";
  return /^\p{Cc}/u.test(typed) || text.length >= most ? text : text + typed;
}

function draw(text: string, { out, measure }: MenuPlace): void {
  const width = rowWidth(out) - texts.prompt.length;
  const shown = visible(text);
  const all = Array.from(new Intl.Segmenter("en").segment(shown), ({ segment }) => segment);
  let from = all.length;
  let used = 0;
  while (from > 0 && used + measure(all[from - 1] ?? "") < width) {
    from -= 1;
    used += measure(all[from] ?? "");
  }
  out.write(`\r\u001b[K${texts.prompt}${cutToWidth(all.slice(from).join(""), width, measure)}`);
}

/** Without its last grapheme: what one key looks like may be several code points. */
function withoutLast(text: string): string {
  const segments = Array.from(new Intl.Segmenter("en").segment(text));
  return text.slice(0, segments.at(-1)?.index ?? 0);
}
