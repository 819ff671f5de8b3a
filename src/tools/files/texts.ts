/** Sentences that the file tools share; the model reads them. */
export const fileTexts = {
  readOnly: (path: string) =>
    `Cannot change "${path}": the file is read-only. Ask the user, or change its mode first if that is wanted.`,
  isFolder: (path: string) => `Cannot write to "${path}": it is a folder. Name a file inside it.`,
  namesFolder: (path: string) =>
    `Cannot write to "${path}": a name that ends so is a folder's. Name a file inside it.`,
  parentIsFile: (path: string) => `Cannot create "${path}": a part of its path is a file, not a folder.`,
  changedSinceRead: (path: string) =>
    `Nothing was written: "${path}" changed since this session last read it. Read it again, then repeat the ` +
    "change on what it holds now.",
  changedMeanwhile: (path: string) =>
    `Nothing was written: "${path}" was changed by another program while this change was being made. Read it ` +
    "again, then repeat the change.",
  appearedMeanwhile: (path: string) =>
    `Nothing was written: "${path}" did not exist a moment ago and was created by another program meanwhile. ` +
    "Read it first.",
  illFormedText: (parameter: string) =>
    `Cannot use "${parameter}": it holds half of a surrogate pair, which has no form in UTF-8. Send the whole character.`,
  binary: (path: string, typeName: string) => `Cannot treat "${path}" as text: it is binary (${typeName}).`,
  unknownType: () => "unknown binary data",
  tooLarge: (path: string, bytes: number, most: number) =>
    `Cannot edit "${path}": it has ${bytes} bytes, at most ${most} can be edited. Use a stream editor in the shell.`,
  stopped: (path: string) => `Stopped before "${path}" was changed; it is as it was.`,
  system: (path: string, reason: string) => `Cannot use "${path}": ${reason}.`,
  nearestPaths: (paths: readonly string[]) => `Nearest: ${paths.map((path) => `"${path}"`).join(", ")}.`,
  inPlace: {
    hard_links: (count: number) =>
      `The file has ${count} names (hard links) that all had to keep naming it, so it was written in place.`,
    owner: () => "The file belongs to another user, so it was written in place to keep its owner.",
    folder: () => "Its folder admits no new file, so it was written in place.",
    mount: () => "It cannot be replaced where it is mounted, so it was written in place.",
  },
  inPlaceCaution: () => "A write in place is not atomic.",
};
