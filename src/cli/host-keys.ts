import type { KeyInput } from "../config/host.ts";
import { writeAllSync } from "../output/write-sync.ts";

/** Reads keys from standard input, which must be a terminal. The stream machinery is loaded only here. */
export function standardKeys(): KeyInput {
  const stream = process.stdin;
  const waiting: ((bytes: Uint8Array | undefined) => void)[] = [];
  const pressed: Uint8Array[] = [];
  let ended = false;
  const onData = (bytes: Uint8Array) => {
    const receiver = waiting.shift();
    if (receiver === undefined) pressed.push(bytes);
    else receiver(bytes);
  };
  const onEnd = () => {
    ended = true;
    for (const receiver of waiting.splice(0)) receiver(undefined);
  };
  const restore = () => {
    bracketPastes(false);
    stream.setRawMode(false);
  };
  stream.setRawMode(true);
  bracketPastes(true);
  stream.on("data", onData).on("end", onEnd).on("error", onEnd).ref().resume();
  // However the program ends, the terminal must neither stay raw nor go on bracketing pastes.
  process.on("exit", restore);
  return {
    next: () => {
      const bytes = pressed.shift();
      if (bytes !== undefined || ended) return Promise.resolve(bytes);
      return new Promise((resolve) => waiting.push(resolve));
    },
    close: () => {
      stream.off("data", onData).off("end", onEnd).off("error", onEnd).pause().unref();
      restore();
      process.off("exit", restore);
      onEnd();
    },
  };
}

/** Whether the terminal marks what is pasted, so that a paste is not taken for keys; one that cannot ignores it. */
function bracketPastes(wanted: boolean): void {
  if (process.env.TERM === "dumb") return;
  try {
    writeAllSync(2, wanted ? "\u001b[?2004h" : "\u001b[?2004l");
  } catch {
    // A terminal that went away has nothing to be told.
  }
}
