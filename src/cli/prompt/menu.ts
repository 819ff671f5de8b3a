import type { HostOutput } from "../../config/host.ts";
import { cutToWidth, type DisplayWidth } from "../../output/table.ts";
import { wrap } from "./fold.ts";
import type { KeyReader } from "./keys.ts";
import type { Paint } from "./paint.ts";
import { rowWidth } from "./screen.ts";

export interface Choice<Name extends string> {
  readonly name: Name;
  /** The letters that choose it; the first is shown. */
  readonly letters: string;
  readonly label: string;
  /** What it adds, shown beside the label; harmless already. */
  readonly note?: string;
}

export interface MenuOptions<Name extends string> {
  readonly choices: readonly Choice<Name>[];
  readonly hint: string;
  /** The choice under the cursor at the start. */
  readonly first: Name;
  /** Keys of the questioner: a letter that chooses nothing but does something else. */
  readonly onLetter?: (letter: string) => void;
  /** Whether the cursor of the terminal can be moved. */
  readonly moves: boolean;
}

export interface MenuPlace {
  readonly out: HostOutput;
  readonly keys: KeyReader;
  readonly measure: DisplayWidth;
  readonly paint: Paint;
}

/** Shows choices and waits for one; `interrupt` for Ctrl-C, `gone` when the terminal went away or escape. */
export async function choose<Name extends string>(
  options: MenuOptions<Name>,
  place: MenuPlace,
): Promise<Name | "interrupt" | "gone"> {
  const { choices, moves } = options;
  let at = Math.max(
    0,
    choices.findIndex((choice) => choice.name === options.first),
  );
  let drawn = draw(options, at, place);
  for (;;) {
    const key = await place.keys.nextAlone();
    if (key.name === "interrupt" || key.name === "gone") return erase(drawn, moves, place, key.name);
    if (key.name === "escape") return erase(drawn, moves, place, "gone");
    if (key.name === "letter") {
      const chosen = choices.find((choice) => choice.letters.includes(key.letter));
      if (chosen !== undefined) return erase(drawn, moves, place, chosen.name);
      if (options.onLetter === undefined) continue;
      erase(drawn, moves, place, undefined);
      options.onLetter(key.letter);
      drawn = draw(options, at, place);
    }
    if (!moves) continue;
    const chosen = choices[at];
    if (key.name === "enter" && chosen !== undefined) return erase(drawn, moves, place, chosen.name);
    if (key.name !== "up" && key.name !== "down") continue;
    at = (at + (key.name === "up" ? choices.length - 1 : 1)) % choices.length;
    erase(drawn, moves, place, undefined);
    drawn = draw(options, at, place);
  }
}

/** Draws, and gives the number of rows: where they are drawn again each is cut, so that none becomes two. */
function draw<Name extends string>(options: MenuOptions<Name>, at: number, place: MenuPlace): number {
  const { out, measure, paint } = place;
  const width = rowWidth(out);
  const fitted = (row: string) =>
    options.moves ? cutToWidth(row, width, measure) : wrap(row, width, measure).join("\n");
  const label = Math.max(...options.choices.map((choice) => choice.label.length));
  const rows = options.choices.map((choice, index) => {
    const letter = choice.letters.charAt(0);
    const start = `${options.moves && index === at ? "›" : " "} ${letter}  ${choice.label.padEnd(label)}`;
    const row = choice.note === undefined ? start.trimEnd() : `${start}   ${choice.note}`;
    const cut = fitted(row);
    return options.moves && index === at ? paint.bold(cut) : cut;
  });
  const hint = paint.dim(fitted(options.hint));
  out.write(`${[...rows, hint].join("\n")}\n`);
  return rows.length + 1;
}

function erase<T>(rows: number, moves: boolean, { out }: MenuPlace, result: T): T {
  if (moves) out.write(`\u001b[${rows}A\r\u001b[J`);
  return result;
}
