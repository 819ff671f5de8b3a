/** Rows of red, green, blue, alpha, one byte each; colours are not multiplied by alpha. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Smaller, each new pixel the mean of the old ones that it covers; colours weighted by their alpha. */
export function shrink(image: Pixels, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = spans(image.width, width);
  const rows = spans(image.height, height);
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) {
      putMean(image, { row, column }, data, (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

/** The old pixels that a new one covers: the first, and the share of each. */
interface Span {
  readonly from: number;
  readonly weights: Float64Array;
}

function spans(from: number, to: number): Span[] {
  const ratio = from / to;
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [index * ratio, Math.min(from, (index + 1) * ratio)];
    const first = Math.floor(start);
    const count = Math.max(1, Math.ceil(end) - first);
    const weights = Float64Array.from({ length: count }, (__, offset) => {
      const [left, right] = [Math.max(start, first + offset), Math.min(end, first + offset + 1)];
      return Math.max(0, right - left);
    });
    return { from: first, weights };
  });
}

function putMean(
  { data, width }: Pixels,
  { row, column }: { row: Span; column: Span },
  into: Uint8ClampedArray,
  at: number,
): void {
  let [red, green, blue, alpha, area] = [0, 0, 0, 0, 0];
  for (let y = 0; y < row.weights.length; y++) {
    const line = (row.from + y) * width + column.from;
    for (let x = 0; x < column.weights.length; x++) {
      const share = (row.weights[y] ?? 0) * (column.weights[x] ?? 0);
      const pixel = (line + x) * 4;
      const opaque = share * (data[pixel + 3] ?? 0);
      red += opaque * (data[pixel] ?? 0);
      green += opaque * (data[pixel + 1] ?? 0);
      blue += opaque * (data[pixel + 2] ?? 0);
      alpha += opaque;
      area += share;
    }
  }
  if (alpha > 0) {
    into[at] = red / alpha;
    into[at + 1] = green / alpha;
    into[at + 2] = blue / alpha;
  }
  into[at + 3] = alpha / area;
}

/** Whether no pixel lets anything shine through. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Turned and mirrored as an EXIF orientation (1 to 8) says that the picture is to be looked at. */
export function oriented(image: Pixels, orientation: number): Pixels {
  if (orientation <= 1 || orientation > 8) return image;
  const swaps = orientation >= 5;
  const [width, height] = swaps ? [image.height, image.width] : [image.width, image.height];
  const from = new Uint32Array(new Uint8Array(image.data).buffer);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = swaps ? [y, x] : [x, y];
      const column = [2, 3, 7, 8].includes(orientation) ? image.width - 1 - a : a;
      const row = [3, 4, 6, 7].includes(orientation) ? image.height - 1 - b : b;
      to[y * width + x] = from[row * image.width + column] ?? 0;
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), width, height };
}
