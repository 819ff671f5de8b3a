import { READ_BUFFER_BYTES, WASM_PAGE_BYTES } from "./limits.ts";

/** The first page is for copies of what others bring; the rest is a buffer to read into. */
const PAGES = 1 + READ_BUFFER_BYTES / WASM_PAGE_BYTES;

/**
 * A WebAssembly module, written out here, that counts LF bytes sixteen at a time, four times a round. It exports its memory `m`
 * (`PAGES` pages) and `f(from, to)`: the LFs in `m[from..to)`, where `to - from` is a multiple of 64.
 */
export function newlineModule(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, FUNCTION, 2, I32, I32, 1, I32]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, PAGES]),
    ...section(7, [2, 1, "m".charCodeAt(0), 2, 0, 1, "f".charCodeAt(0), 0, 0]),
    ...section(10, [1, ...sized(BODY)]),
  ]);
}

const [I32, V128, FUNCTION, NO_VALUE] = [0x7f, 0x7b, 0x60, 0x40];
const [BLOCK, LOOP, END] = [[0x02, NO_VALUE], [0x03, NO_VALUE], 0x0b];
const [BRANCH, BRANCH_IF] = [0x0c, 0x0d];
const [LESS, NOT_LESS, ADD, SELECT] = [0x49, 0x4f, 0x6a, 0x1b];

/** Locals: the two parameters, where the inner loop stops, the count, sixteen counts of one byte each, sixteen LFs. */
const [FROM, TO, STOP, COUNT, LANES, FEEDS] = [0, 1, 2, 3, 4, 5];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];

const VECTOR = 16;
const STEP = 4 * VECTOR;
/** Each adds up to four to a count of one byte; more rounds would overflow it. */
const ROUNDS = 63;

const SPLAT = simd(15);
const EQUAL = simd(35);
const [ADD_BYTES, SUBTRACT] = [simd(110), simd(113)];
/** -1 where the vector at so many bytes from FROM has a LF. */
const feedsAt = (offset: number) => [...get(FROM), ...simd(0), 0, offset, ...get(FEEDS), ...EQUAL];
const ZEROS = [...simd(12), ...Array<number>(VECTOR).fill(0)];
/** Neighbouring counts added up: sixteen to eight, eight to four. */
const PAIRWISE = [...simd(125), ...simd(127)];
const lane = (index: number) => [...get(LANES), ...simd(27), index, ADD];

/** Declared: two more i32 and two v128. */
const LOCALS = [2, 2, I32, 2, V128];

const BODY = [
  ...LOCALS,
  ...[...i32(0x0a), ...SPLAT, ...set(FEEDS)],
  ...BLOCK,
  ...LOOP,
  ...[...get(FROM), ...get(TO), NOT_LESS, BRANCH_IF, 1],
  // stop = min(from + 255 rounds, to)
  ...[...get(FROM), ...i32(STEP * ROUNDS), ADD, ...tee(STOP), ...get(TO)],
  ...[...get(STOP), ...get(TO), LESS, SELECT, ...set(STOP)],
  ...[...ZEROS, ...set(LANES)],
  ...LOOP,
  // Subtracting -1 counts.
  ...[...get(LANES), ...feedsAt(0), ...feedsAt(VECTOR), ...ADD_BYTES],
  ...[...feedsAt(2 * VECTOR), ...feedsAt(3 * VECTOR), ...ADD_BYTES, ...ADD_BYTES, ...SUBTRACT, ...set(LANES)],
  ...[...get(FROM), ...i32(STEP), ADD, ...tee(FROM), ...get(STOP), LESS, BRANCH_IF, 0],
  END,
  ...[...get(LANES), ...PAIRWISE, ...set(LANES)],
  ...[...get(COUNT), ...lane(0), ...lane(1), ...lane(2), ...lane(3), ...set(COUNT)],
  ...[BRANCH, 0],
  END,
  END,
  ...get(COUNT),
  END,
];

function i32(value: number): number[] {
  const bytes = unsigned(value);
  // Signed: the top bit of the last group of seven must not look like a minus.
  const last = bytes.pop() ?? 0;
  return last < 0x40 ? [0x41, ...bytes, last] : [0x41, ...bytes, last | 0x80, 0];
}

function simd(operation: number): number[] {
  return [0xfd, ...unsigned(operation)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
