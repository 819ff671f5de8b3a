import type { SearchHit } from "../types.ts";

/** The member of a JSON object, whatever the value is. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** What each provider calls the parts of a result. */
export interface HitNames {
  readonly snippet: string;
  readonly published: string;
}

/** The results of a list; entries without an http address are left out. Undefined when it is no list. */
export function readHits(list: unknown, names: HitNames): readonly SearchHit[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((entry): SearchHit[] => {
    const url = text(member(entry, "url"));
    if (!/^https?:\/\//i.test(url)) return [];
    const published = text(member(entry, names.published));
    return [
      {
        title: text(member(entry, "title")),
        url,
        snippet: text(member(entry, names.snippet)),
        ...(published === "" ? {} : { published }),
      },
    ];
  });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
