import { toSlashes } from "./place.ts";

/** A path as ripgrep prints it for the search path `.`, without that. */
export function relativePath(printed: string): string {
  const path = toSlashes(printed);
  return path.startsWith("./") ? path.slice(2) : path;
}

/** Reads paths that `--null` sets apart while ripgrep still finds others; each is told once it has come whole. */
export function pathReader(onPath: (path: string) => void): (chunk: Uint8Array) => true {
  const decoder = new TextDecoder();
  let rest = "";
  return (chunk) => {
    const names = (rest + decoder.decode(chunk, { stream: true })).split("\0");
    rest = names.pop() ?? "";
    for (const name of names) onPath(relativePath(name));
    return true;
  };
}
