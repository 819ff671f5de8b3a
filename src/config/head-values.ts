import type { PlacedProblem } from "./errors.ts";
import type { FrontMatter } from "./front-matter.ts";
import type { MapEntry, SourceNode } from "./source-node.ts";
import { whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";
import { gotText } from "./value-words.ts";

/** Reads single values out of a head and notes what is wrong with them. */
export class HeadValues {
  readonly problems: PlacedProblem[] = [];
  readonly #matter: FrontMatter;

  constructor(matter: FrontMatter) {
    this.#matter = matter;
  }

  get entries(): readonly MapEntry[] {
    return this.#matter.head?.entries ?? [];
  }

  /** Text that is not empty; undefined when the key is missing or wrong. */
  text(key: string): string | undefined {
    const entry = this.#entry(key);
    if (entry === undefined) return undefined;
    const { value } = entry;
    if (value.kind === "scalar" && typeof value.value === "string" && value.value.trim() !== "") {
      return value.value.trim();
    }
    this.#wrong(entry, texts.headText);
    return undefined;
  }

  /** A list of names, or one text split at commas; undefined when the key is missing or wrong. */
  names(key: string): readonly string[] | undefined {
    const entry = this.#entry(key);
    if (entry === undefined) return undefined;
    const names = namesOf(entry.value);
    if (names === undefined) this.#wrong(entry, texts.headNames);
    return names;
  }

  /** `file:line:column` of each of the names under a key. */
  placesOf(key: string): readonly string[] {
    const entry = this.#entry(key);
    const names = entry === undefined ? [] : (namesOf(entry.value) ?? []);
    if (entry?.value.kind === "list") return entry.value.items.map(({ offset }) => this.where(offset));
    let at = entry?.value.offset ?? 0;
    return names.map((name) => {
      // A quoted text may be written in another way than it reads: then the text's own place has to do.
      const found = this.#matter.source.text.indexOf(name, at);
      if (found !== -1) at = found;
      const place = this.where(at);
      at += name.length;
      return place;
    });
  }

  /** `file:line:column` of an offset. */
  where(offset: number): string {
    return whereOf(this.#matter.source, offset);
  }

  #entry(key: string): MapEntry | undefined {
    return this.entries.find((entry) => entry.key === key);
  }

  #wrong({ key, value }: MapEntry, expected: string): void {
    const got = gotText(value, true);
    this.problems.push({ what: texts.headValue(key, expected, got), where: this.where(value.offset) });
  }
}

/** An empty text or nothing is no list: whether it means all or none is for a person to say. */
function namesOf(node: SourceNode): readonly string[] | undefined {
  if (node.kind === "map") return undefined;
  const written = node.kind === "list" ? node.items.map(scalarText) : scalarText(node)?.split(",");
  const names = written?.map((name) => name?.trim());
  if (names === undefined || (node.kind === "scalar" && names.every((name) => name === ""))) return undefined;
  const given = node.kind === "scalar" ? names.filter((name) => name !== "") : names;
  return given.every((name) => name !== undefined && name !== "") ? (given as string[]) : undefined;
}

function scalarText(node: SourceNode): string | undefined {
  return node.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}
