/** A topic as its file holds it. */
export interface Topic {
  /** One line; empty when the file gives none. */
  readonly description: string;
  readonly content: string;
}

const HEAD = /^---\r?\ndescription:[ \t]*(.*?)[ \t]*\r?\n---(?:\r?\n(?:\r?\n)?|$)/u;

/** The head holds the description as a JSON text, which is YAML too; people may write it without quotes. */
export function parseTopic(text: string): Topic {
  const head = HEAD.exec(text);
  if (head === null) return { description: "", content: text };
  const [whole, written = ""] = head;
  return { description: unquoted(written), content: text.slice(whole.length) };
}

export function topicText({ description, content }: Topic): string {
  return `---\ndescription: ${JSON.stringify(description)}\n---\n\n${content}`;
}

function unquoted(written: string): string {
  if (!written.startsWith('"')) return written;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "string" ? value : written;
  } catch {
    return written;
  }
}
