/** Nothing in it means something else between braces than by itself. */
const PLAIN = /^[\w.*?~@ [\]!/-]+$/;

/**
 * The same as the globs given, as few: ripgrep tries every path on each by itself, and takes as long for a
 * group in braces as for one of them. Those that are anchored stay as they are.
 */
export function mergedGlobs(globs: readonly string[]): string[] {
  const folders: string[] = [];
  const any: string[] = [];
  const others: string[] = [];
  for (const glob of globs) {
    const name = glob.replace(/^\*\*\//, "").replace(/\/$/, "");
    const anyDepth = glob.startsWith("**/") || !name.includes("/");
    if (!anyDepth || !PLAIN.test(name)) others.push(glob);
    else if (glob.endsWith("/")) folders.push(name);
    else any.push(name);
  }
  return [
    ...(folders.length > 0 ? [`**/{${folders.join(",")}}/`] : []),
    ...(any.length > 0 ? [`**/{${any.join(",")}}`] : []),
    ...others,
  ];
}
