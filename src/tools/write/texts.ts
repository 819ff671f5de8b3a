import { visible } from "../../output/visible.ts";

/** Every sentence of the write tool. */
export const writeTexts = {
  description: () =>
    [
      "Writes a whole file: creates it, with the folders on the way, or replaces what it held.",
      "content is written exactly as given: no newline is added, no line ends are converted. Mode, owner and links of " +
        "an existing file stay. To change a part of a file use edit.",
      "Refused for read-only files, and when the file changed since you last read it: read it again first.",
    ].join("\n"),
  parameters: {
    path: "File to write: relative to the workspace, or absolute.",
    content: "The whole new content.",
  },
  created: (path: string, bytes: number) => `Created "${visible(path)}": wrote ${counted(bytes)}.`,
  overwrote: (path: string, bytes: number, before: number) =>
    `Overwrote "${visible(path)}": wrote ${counted(bytes)}, it had ${before}.`,
};

function counted(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
