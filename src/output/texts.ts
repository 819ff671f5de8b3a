/** What a head-and-tail cut left out; all numbers are those of the whole output. */
export interface HeadTailCut {
  readonly totalLines: number;
  readonly totalBytes: number;
  /** The first line not wholly shown before the note, from 1. */
  readonly firstLeft: number;
  /** Lines of which nothing is shown. */
  readonly omittedLines: number;
  /** Lines of which a part is shown, at most two. */
  readonly cutLines: readonly number[];
  /** Where all of it is. */
  readonly path?: string;
  /** It should have been stored and could not be. */
  readonly storingFailed?: boolean;
}

/** What a cut after whole lines left out; all numbers are those of the whole output. */
export interface PrefixCut {
  /** Lines shown, a cut one included. */
  readonly shown: number;
  readonly totalLines: number;
  readonly totalBytes: number;
  /** The last shown line is shown only in part. */
  readonly cut: boolean;
  /** Where all of it is. */
  readonly path?: string;
  /** Where over-long lines are whole. */
  readonly readable?: string;
  readonly storingFailed?: boolean;
}

/** A whole text that went to a file. */
export interface Receipt {
  readonly tool: string;
  /** What the call was about: the name of an argument, and its value on one line. */
  readonly source?: { readonly name: string; readonly value: string };
  readonly isError: boolean;
  readonly bytes: number;
  readonly lines: number | undefined;
  readonly path: string;
  readonly readable?: string;
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

  prefixNote: (cut: PrefixCut) => {
    const partly = cut.cut ? `line ${cut.shown} only in part` : "";
    const whole = cut.cut ? cut.shown - 1 : cut.shown;
    const shown = [whole > 0 ? `the first ${lines(whole)}` : "", partly].filter((part) => part !== "");
    const total = `${lines(cut.totalLines)}, ${cut.totalBytes} bytes`;
    const where = cut.path === undefined ? goOn(cut) : kept({ path: cut.path, firstLeft: cut.shown + 1 });
    return `[Shown: ${shown.join(" and ")}, of ${total}${where}${readable(cut)}]`;
  },

  readOn: (path: string, offset: number) => `read ${path} with offset=${offset}`,

  receipt: (receipt: Receipt) =>
    [
      `[Receipt. ${receipt.tool}${source(receipt)} returned ${size(receipt)}: too much to show here.`,
      ...(receipt.isError ? ["The call failed: the text is its error."] : []),
      `The text is in ${receipt.path}`,
      ...(receipt.readable === undefined ? [] : [longLines(receipt.readable)]),
      "Get the facts from that file before you answer: search it first, then read the ranges that matter " +
        "(offset, limit). Do not print it whole; if all of it matters, read on in pieces up to its end. " +
        "This receipt proves nothing about what the text says.]",
    ].join("\n"),

  artifactUnsafe: (problem: string) => `Cannot store the whole output: ${problem}`,
  folderIsLink: "its folder is a symbolic link",
  folderElsewhere: "its folder does not lie where it should",
  notAFolder: "there is something that is no folder",
  fileIsNoFile: "its name is taken by a link or something that is no file",
  artifactFailed: (reason: string) => `Cannot store the whole output of a tool: ${reason}`,
  artifactDiffers: "Cannot store the whole output: another file with other content has its name",
  artifactDiffersHint: "move that file away; it is never overwritten",
  inputInterrupted: (signal: string) => `Stopped by ${signal} before the input ended`,
  outputClosed: "it is closed",
  outputFailed: (reason: string) => `Cannot write the output: ${reason}`,
};

function omitted(cut: HeadTailCut): string {
  return `${lines(cut.omittedLines)} of ${cut.totalLines} left out here`;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

interface Kept {
  readonly firstLeft: number;
  readonly path?: string;
  readonly storingFailed?: boolean;
}

function kept(cut: Kept): string {
  if (cut.path !== undefined) {
    return `. All of it is in ${cut.path}: search that file, or read it with offset=${cut.firstLeft}`;
  }
  return cut.storingFailed === true ? "; it could not be stored" : "";
}

function goOn({ shown, storingFailed }: PrefixCut): string {
  const failed = storingFailed === true ? "; it could not be stored" : "";
  return `${failed}. Go on with offset=${shown + 1}`;
}

function readable(cut: PrefixCut): string {
  return cut.cut && cut.readable !== undefined ? `. ${longLines(cut.readable)}` : "";
}

function longLines(path: string): string {
  return `Its long lines are whole in ${path} (join the "text" of its rows)`;
}

function size({ bytes, lines: count }: Receipt): string {
  return count === undefined ? `${bytes} bytes` : `${bytes} bytes, ${lines(count)}`;
}

function source({ source: about }: Receipt): string {
  return about === undefined ? "" : ` (${about.name}: ${about.value})`;
}
