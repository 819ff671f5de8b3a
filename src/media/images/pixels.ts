/** Rows of red, green, blue, alpha, one byte each; colours are not multiplied by alpha. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Where a decoder puts what it decodes, in any order of rows. */
export interface PixelSink {
  /** Part of a row: its first pixel is at `x`, the next at `x + step`. The array is used again after the call. */
  put(row: Uint8Array | Uint8ClampedArray, place: RowPlace): void;
}

export interface RowPlace {
  readonly y: number;
  readonly x: number;
  readonly step: number;
}

/** Keeps everything; what is never put stays transparent. */
export class WholePicture implements PixelSink {
  readonly pixels: Pixels & { readonly data: Uint8ClampedArray };

  constructor(width: number, height: number) {
    this.pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  }

  put(row: Uint8Array, { y, x, step }: RowPlace): void {
    const { data, width } = this.pixels;
    const start = (y * width + x) * 4;
    if (step === 1) {
      data.set(row, start);
      return;
    }
    for (let from = 0, to = start; from < row.length; from += 4, to += step * 4) {
      for (let channel = 0; channel < 4; channel++) data[to + channel] = row[from + channel] ?? 0;
    }
  }
}

/** Hands a whole picture on, row by row. */
export function pour({ data, width, height }: Pixels, sink: PixelSink, left = 0, top = 0): void {
  for (let y = 0; y < height; y++) {
    sink.put(data.subarray(y * width * 4, (y + 1) * width * 4), { y: y + top, x: left, step: 1 });
  }
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
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, image.width * image.height);
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
