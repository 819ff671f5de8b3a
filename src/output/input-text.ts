import { isUtf8 } from "node:buffer";
import { TERMINAL_STEP_BYTES } from "./limits.ts";
import { TerminalText } from "./terminal-text.ts";
import { Utf8Check } from "./utf8-check.ts";
import { utf8Chunks } from "./utf8-chunks.ts";

type Take = (bytes: Uint8Array) => void;

/** Turns raw bytes into the bytes that a gate sees, which may alias the input and are overwritten. */
export interface InputText {
  push(chunk: Uint8Array, take: Take): void;
  end(take: Take): void;
  /** False once bytes that are no characters were replaced here; what passes as it is, the gate judges. */
  readonly isValid: boolean;
}

const NOTHING = new Uint8Array(0);

/** UTF-16 with BOM becomes UTF-8 (its BOM goes); with `stripAnsi` what a terminal would show is left. */
export function inputText(stripAnsi: boolean): InputText {
  const decoded = new DecodedByBom();
  return stripAnsi ? new Cleaned(decoded) : decoded;
}

class DecodedByBom implements InputText {
  #start: Uint8Array = NOTHING;
  #decided: InputText | undefined;

  get isValid(): boolean {
    return this.#decided?.isValid ?? true;
  }

  push(chunk: Uint8Array, take: Take): void {
    if (this.#decided !== undefined) {
      this.#decided.push(chunk, take);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length < 2) return;
    const encoding = utf16ByBom(this.#start);
    this.#decided = encoding === undefined ? asItIs : new Utf16(encoding);
    this.#decided.push(this.#start, take);
  }

  end(take: Take): void {
    if (this.#decided === undefined) take(this.#start);
    else this.#decided.end(take);
  }
}

const asItIs: InputText = { push: (chunk, take) => take(chunk), end: () => {}, isValid: true };

function utf16ByBom(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

class Utf16 implements InputText {
  readonly #decoder: TextDecoder;
  isValid = true;

  constructor(encoding: "utf-16le" | "utf-16be") {
    this.#decoder = new TextDecoder(encoding);
  }

  push(chunk: Uint8Array, take: Take): void {
    for (const step of steps(chunk)) this.#give(this.#decoder.decode(step, { stream: true }), take);
  }

  end(take: Take): void {
    this.#give(this.#decoder.decode(), take);
  }

  #give(text: string, take: Take): void {
    if (text.includes("\ufffd")) this.isValid = false;
    for (const bytes of utf8Chunks(text)) take(bytes);
  }
}

class Cleaned implements InputText {
  readonly #source: InputText;
  readonly #terminal = new TerminalText();
  readonly #stream = this.#terminal.source();
  readonly #check = new Utf8Check();

  constructor(source: InputText) {
    this.#source = source;
  }

  get isValid(): boolean {
    return this.#source.isValid && this.#check.isValid;
  }

  push(chunk: Uint8Array, take: Take): void {
    this.#source.push(chunk, (bytes) => this.#clean(bytes, take));
  }

  end(take: Take): void {
    this.#source.end((bytes) => this.#clean(bytes, take));
    this.#check.end();
    for (const bytes of utf8Chunks(this.#stream.end() + this.#terminal.flush())) take(bytes);
  }

  #clean(bytes: Uint8Array, take: Take): void {
    for (const step of steps(bytes)) {
      this.#check.push(step);
      const { from, to } = plainLines(step);
      this.#show(step.subarray(0, from), take);
      if (to > from) take(step.subarray(from, to));
      this.#show(step.subarray(to), take);
    }
  }

  #show(bytes: Uint8Array, take: Take): void {
    for (const shown of utf8Chunks(this.#stream.push(bytes))) take(shown);
  }
}

/**
 * The whole lines after the first, when a terminal would show all of them as they are. Nothing is pending at
 * the start of a line, so these need not become strings: that keeps pace and memory.
 */
function plainLines(bytes: Uint8Array): { readonly from: number; readonly to: number } {
  const from = bytes.indexOf(LF) + 1;
  const to = bytes.lastIndexOf(LF) + 1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    const control = byte < 0x20 ? byte !== LF && byte !== TAB : byte === DEL || byte === C1_LEAD;
    if (control && !(byte === CR && bytes[at + 1] === LF)) return { from, to: from };
  }
  return isUtf8(bytes.subarray(from, to)) ? { from, to } : { from, to: from };
}

const [TAB, LF, CR, DEL] = [0x09, 0x0a, 0x0d, 0x7f];
/** The controls U+0080 to U+009F begin with it. */
const C1_LEAD = 0xc2;

function* steps(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += TERMINAL_STEP_BYTES) {
    yield bytes.subarray(at, at + TERMINAL_STEP_BYTES);
  }
}
