import type { MemoryOperation, MemoryTarget } from "./types.ts";

/** What a file of the memory is called in sentences. */
export interface MemoryName {
  readonly target: MemoryTarget;
  readonly topic?: string;
}

/** Every sentence of the memory tool. */
export const memoryTexts = {
  description: (targetsOf: (operation: MemoryOperation) => readonly MemoryTarget[]) =>
    [
      "Reads and keeps notes that outlast a session. Targets: user (who the user is and what they like), main (facts that " +
        "hold for all work), topic (a note of its own per subject), summary (what it all comes to).",
      `- read, search (query: lines with all of its words): ${targetsOf("read").join(", ")}; topic without topicName means all topics`,
      `- append (content): ${targetsOf("append").join(", ")}`,
      `- edit (oldString, newString, replaceAll?): ${targetsOf("edit").join(", ")}`,
      `- create (topicName, description, content?), delete (topicName): ${targetsOf("create").join(", ")}`,
      `- write (content, the whole of it; description? for a topic): ${targetsOf("write").join(", ")}`,
      "Keep what will matter in later sessions; no passwords, keys or tokens.",
    ].join("\n"),
  parameters: {
    target: "What is read or changed.",
    operation: "What to do.",
    topicName: "Name of a topic: 1 to 64 of a-z, 0-9 and -.",
    description: "What a topic is about, in one line.",
    query: "Words to look for, whatever their case.",
    content: "The text to add or write.",
    oldString: "The exact text to replace; it must stand there once, or set replaceAll.",
    newString: "The text to put there instead; may be empty.",
    replaceAll: "Replace every occurrence. Default: false.",
    reason: "Why, in a few words; kept with the call.",
  },
  wrongTarget: (operation: string, target: string, targets: readonly string[]) =>
    `Cannot ${operation} in "${target}": ${operation} works on ${targets.join(", ")}.`,
  wrongTargetHint: (target: string, operations: readonly string[]) =>
    `With "${target}" go ${operations.join(", ")}.`,
  missing: (operation: string, target: string, names: readonly string[]) =>
    `Cannot ${operation} in "${target}" without ${names.join(" and ")}.`,
  stray: (operation: string, target: string, names: readonly string[]) =>
    `Cannot ${operation} in "${target}" with ${names.join(" and ")}: leave ${names.length === 1 ? "it" : "them"} out.`,
  badTopicName: (name: string) =>
    `Cannot use the topic name "${name}": expected 1 to 64 of a-z, 0-9 and -, and no name that the system keeps for itself.`,
  unknownTopic: (name: string, near: readonly string[], all: readonly string[]) =>
    `There is no topic "${name}". ${
      near.length > 0
        ? `Nearest: ${near.join(", ")}.`
        : all.length > 0
          ? `There are: ${all.slice(0, 20).join(", ")}${all.length > 20 ? ", …" : ""}.`
          : "There is none yet."
    }`,
  topicExists: (name: string) =>
    `Cannot create the topic "${name}": there is one. Use append, edit or write.`,
  tooManyTopics: (most: number) => `Cannot create a topic: there are ${most} already. Delete one first.`,
  tooLarge: (name: MemoryName, bytes: number, most: number) =>
    `Cannot keep ${bytes} bytes in ${named(name)}: at most ${most}. Shorten it first.`,
  emptyText: (parameter: string) => `Cannot use an empty ${parameter}.`,
  illFormed: () => "Cannot keep this text: it holds half of a surrogate pair, which has no form in UTF-8.",
  unreadable: (name: MemoryName, reason: string) => `Cannot read ${named(name)}: ${reason}.`,
  notRegular: "it is no regular file",
  notUtf8: "it is not UTF-8",
  tooLargeToRead: (bytes: number, most: number) => `it has ${bytes} bytes, at most ${most} are read`,
  noChange: () => "Nothing to change: oldString and newString are the same.",
  notFound: (name: MemoryName) =>
    `Not found: oldString does not stand in ${named(name)} exactly as given. Nothing was changed; read it again.`,
  foundMany: (name: MemoryName, count: number) =>
    `Found ${count} times in ${named(name)}. Nothing was changed. Give more of the text around the one place, or set replaceAll.`,
  busy: () => "Cannot change the memory: another program has been changing it for too long. Try again.",
  empty: (name: MemoryName) => `The memory of ${named(name)} is empty.`,
  noTopics: () => "There are no topics.",
  topics: (
    topics: readonly { readonly name: string; readonly description: string; readonly bytes: number }[],
  ) =>
    topics
      .map(({ name, description, bytes }) =>
        description === "" ? `- ${name} (${bytes} bytes)` : `- ${name} (${bytes} bytes): ${description}`,
      )
      .join("\n"),
  topicHead: (name: string, description: string) =>
    description === "" ? `Topic ${name}:` : `Topic ${name} (${description}):`,
  match: ({ target, topic }: MemoryName, line: number, text: string) => `${topic ?? target}:${line}: ${text}`,
  noMatch: (query: string) => `Nothing has all the words of "${query}".`,
  moreMatches: (shown: number, found: number) => `${shown} of ${found} lines; search for more words.`,
  appended: (name: MemoryName, added: number, bytes: number) =>
    `Added ${counted(added)} to ${named(name)}, which now has ${bytes}.`,
  edited: (name: MemoryName, count: number) =>
    `Edited ${named(name)}: replaced ${count === 1 ? "the text" : `${count} occurrences`}.`,
  created: (name: MemoryName, bytes: number) => `Created ${named(name)} with ${counted(bytes)}.`,
  deleted: (name: MemoryName) => `Deleted ${named(name)}.`,
  written: (name: MemoryName, bytes: number, before: number) =>
    `Wrote ${named(name)}: ${counted(bytes)}, it had ${before}.`,
};

function named({ target, topic }: MemoryName): string {
  return topic === undefined ? `"${target}"` : `the topic "${topic}"`;
}

function counted(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
