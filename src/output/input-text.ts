import { TerminalText } from "./terminal-text.ts";

/** Turns raw bytes into the bytes that a gate sees; the results may alias the input. */
export interface InputText {
  push(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** UTF-16 with BOM becomes UTF-8 (its BOM goes); with `stripAnsi` what a terminal would show is left. */
export function inputText(stripAnsi: boolean): InputText {
  const decoded = decodedByBom();
  return stripAnsi ? cleaned(decoded) : decoded;
}

function decodedByBom(): InputText {
  let start = NOTHING;
  let decide: InputText | undefined;
  const chosen = (bytes: Uint8Array): InputText => {
    const encoding = utf16ByBom(bytes);
    return encoding === undefined ? asItIs : utf16(encoding);
  };
  return {
    push(chunk) {
      if (decide !== undefined) return decide.push(chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) return NOTHING;
      decide = chosen(start);
      return decide.push(start);
    },
    end() {
      if (decide !== undefined) return decide.end();
      return start;
    },
  };
}

const asItIs: InputText = { push: (chunk) => chunk, end: () => NOTHING };

function utf16ByBom(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function utf16(encoding: "utf-16le" | "utf-16be"): InputText {
  const decoder = new TextDecoder(encoding);
  return {
    push: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}

function cleaned(source: InputText): InputText {
  const terminal = new TerminalText();
  const stream = terminal.source();
  return {
    push: (chunk) => Buffer.from(stream.push(source.push(chunk))),
    end: () => Buffer.from(stream.push(source.end()) + stream.end() + terminal.flush()),
  };
}
