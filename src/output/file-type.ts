/** What the first bytes of a file say that it is. */
export interface FileType {
  /** As shown to people and models: "PNG image", "ELF executable". */
  readonly name: string;
  readonly kind: "image" | "pdf" | "video" | "other";
  readonly mimeType?: string;
}

interface Signature extends FileType {
  readonly at?: number;
  readonly bytes: readonly number[];
  /** A second mark that must be there too (RIFF and ISO media say their kind later). */
  readonly and?: { readonly at: number; readonly oneOf: readonly string[] };
}

const ascii = (text: string): readonly number[] => [...text].map((char) => char.charCodeAt(0));
const image = (name: string, mimeType: string) =>
  ({ name: `${name} image`, kind: "image", mimeType }) as const;
const video = (name: string, mimeType: string) =>
  ({ name: `${name} video`, kind: "video", mimeType }) as const;
const other = (name: string) => ({ name, kind: "other" }) as const;

const SIGNATURES: readonly Signature[] = [
  { ...image("PNG", "image/png"), bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { ...image("JPEG", "image/jpeg"), bytes: [0xff, 0xd8, 0xff] },
  { ...image("GIF", "image/gif"), bytes: ascii("GIF8"), and: { at: 4, oneOf: ["7a", "9a"] } },
  { ...image("WebP", "image/webp"), bytes: ascii("RIFF"), and: { at: 8, oneOf: ["WEBP"] } },
  {
    ...image("BMP", "image/bmp"),
    bytes: ascii("BM"),
    // How long the second header is: what begins with "BM" alone may be a text.
    and: {
      at: 14,
      oneOf: [12, 40, 52, 56, 64, 108, 124].map((size) => `${String.fromCharCode(size)}\0\0\0`),
    },
  },
  { name: "PDF document", kind: "pdf", mimeType: "application/pdf", bytes: ascii("%PDF-") },
  {
    ...video("QuickTime", "video/quicktime"),
    at: 4,
    bytes: ascii("ftyp"),
    and: { at: 8, oneOf: ["qt  "] },
  },
  {
    ...other("HEIF or AVIF image"),
    at: 4,
    bytes: ascii("ftyp"),
    and: { at: 8, oneOf: ["heic", "heix", "mif1", "msf1", "avif", "avis"] },
  },
  { ...other("MPEG-4 audio"), at: 4, bytes: ascii("ftyp"), and: { at: 8, oneOf: ["M4A ", "M4B "] } },
  { ...video("MP4", "video/mp4"), at: 4, bytes: ascii("ftyp") },
  { ...video("QuickTime", "video/quicktime"), at: 4, bytes: ascii("moov") },
  { ...video("AVI", "video/x-msvideo"), bytes: ascii("RIFF"), and: { at: 8, oneOf: ["AVI "] } },
  { ...video("Matroska", "video/x-matroska"), bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { ...other("WAV audio"), bytes: ascii("RIFF"), and: { at: 8, oneOf: ["WAVE"] } },
  { ...other("Zip archive (or an Office, OpenDocument or JAR file)"), bytes: [0x50, 0x4b, 0x03, 0x04] },
  { ...other("empty Zip archive"), bytes: [0x50, 0x4b, 0x05, 0x06] },
  { ...other("ELF executable"), bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { ...other("Mach-O executable"), bytes: [0xcf, 0xfa, 0xed, 0xfe] },
  { ...other("Mach-O executable"), bytes: [0xce, 0xfa, 0xed, 0xfe] },
  { ...other("Java class or universal Mach-O executable"), bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { ...other("Windows executable"), bytes: ascii("MZ") },
  { ...other("WebAssembly module"), bytes: [0x00, 0x61, 0x73, 0x6d] },
  { ...other("gzip data"), bytes: [0x1f, 0x8b] },
  { ...other("bzip2 data"), bytes: ascii("BZh") },
  { ...other("xz data"), bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { ...other("Zstandard data"), bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { ...other("7-Zip archive"), bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { ...other("tar archive"), at: 257, bytes: ascii("ustar") },
  { ...other("SQLite database"), bytes: ascii("SQLite format 3\0") },
  { ...other("BMP image"), bytes: ascii("BM") },
  { ...other("TIFF image"), bytes: [0x49, 0x49, 0x2a, 0x00] },
  { ...other("TIFF image"), bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { ...other("icon image"), bytes: [0x00, 0x00, 0x01, 0x00] },
  { ...other("MP3 audio"), bytes: ascii("ID3") },
  { ...other("Ogg media"), bytes: ascii("OggS") },
  { ...other("FLAC audio"), bytes: ascii("fLaC") },
  { ...other("font"), bytes: ascii("wOF") },
  { ...other("font"), bytes: [0x00, 0x01, 0x00, 0x00] },
  { ...other("UTF-32 text"), bytes: [0xff, 0xfe, 0, 0] },
];

/** The type that a signature at the start of the file names, whatever its name says. */
export function signedType(head: Uint8Array): FileType | undefined {
  const found = SIGNATURES.find(({ at = 0, bytes, and }) => {
    if (!startsWith(head.subarray(at), bytes)) return false;
    return and === undefined || and.oneOf.some((mark) => startsWith(head.subarray(and.at), ascii(mark)));
  });
  if (found === undefined) return undefined;
  const { name, kind, mimeType } = found;
  return mimeType === undefined ? { name, kind } : { name, kind, mimeType };
}

/** Whether `bytes` begins with these byte values. */
export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((value, index) => bytes[index] === value);
}
