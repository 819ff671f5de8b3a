/** What a head-and-tail cut left out; all numbers are those of the whole output. */
export interface HeadTailCut {
  readonly totalLines: number;
  readonly totalBytes: number;
  /** The first line not wholly shown before the note, from 1. */
  readonly firstLeft: number;
  /** The last line not wholly shown after the note. */
  readonly lastLeft: number;
  /** Lines of which nothing is shown. */
  readonly omittedLines: number;
  /** Lines of which a part is shown, at most two. */
  readonly cutLines: readonly number[];
  /** Where all of it is. */
  readonly path?: string;
  /** It should have been stored and could not be. */
  readonly storingFailed?: boolean;
}

/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  limitTooSmall: (maxBytes: number, needed: number) =>
    `Cannot bound the output to ${maxBytes} bytes: the note alone takes up to ${needed}`,
  limitTooSmallHint: (needed: number) => `give a limit of at least ${needed} bytes`,

  headTailNote: (cut: HeadTailCut) => {
    const left = [
      ...(cut.omittedLines > 0 ? [omitted(cut)] : []),
      ...cut.cutLines.map((line) => `line ${line} is shown only in part`),
    ];
    return `[${left.join("; ")}. The whole output: ${lines(cut.totalLines)}, ${cut.totalBytes} bytes${kept(cut)}]`;
  },

  artifactUnsafe: (problem: string) => `Cannot store the whole output: ${problem}`,
  folderIsLink: "its folder is a symbolic link",
  folderElsewhere: "its folder does not lie where it should",
  notAFolder: "there is something that is no folder",
  fileIsNoFile: "its name is taken by a link or something that is no file",
  artifactFailed: (reason: string) => `Cannot store the whole output of a tool: ${reason}`,
  artifactDiffers: "Cannot store the whole output: another file with other content has its name",
  artifactDiffersHint: "move that file away; it is never overwritten",
  outputFailed: (reason: string) => `Cannot write the output: ${reason}`,
};

function omitted(cut: HeadTailCut): string {
  return `${lines(cut.omittedLines)} of ${cut.totalLines} left out here`;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

function kept(cut: HeadTailCut): string {
  if (cut.path !== undefined) {
    return `. All of it is in ${cut.path}: search that file, or read it with offset=${cut.firstLeft}`;
  }
  return cut.storingFailed === true ? "; it could not be stored" : "";
}
