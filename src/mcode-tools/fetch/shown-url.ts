/** A URL without what may be secret in it: credentials, and the query of a signed link. */
export function forMessages(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  if (parsed.search !== "") parsed.search = "...";
  return parsed.href;
}

/** A library's sentence, its URLs shown as `forMessages` shows them. */
export function problemForMessages(problem: string): string {
  return problem.replaceAll(/https?:\/\/[^\s"'<>]+/gi, forMessages);
}

/** What `--verbose` shows of an error: its words and its stack, their URLs without secrets. */
export function causeForMessages(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const shown = new Error(problemForMessages(cause.message));
  shown.stack = problemForMessages(cause.stack ?? cause.message);
  return shown;
}
