import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

/** The Debian package of each program that makes files for the tests (`.ci/run` installs them). */
const PACKAGES = {
  "/usr/bin/convert": "imagemagick",
  ffmpeg: "ffmpeg",
  gs: "ghostscript",
  qpdf: "qpdf",
  "/usr/bin/python3": "jupyter-nbformat",
} as const;
type Program = keyof typeof PACKAGES;

/** Made once for all tests of a process: some take a second. */
const made = new Map<string, Buffer>();

/**
 * What a real program writes: `IN` and `OUT` among its arguments stand for files, `OUT` with the ending that
 * follows it. Fails when the program is not there.
 */
export function madeBy(program: Program, args: readonly string[], input?: string | Uint8Array): Buffer {
  const key = JSON.stringify([program, args, input === undefined ? "" : Bun.hash(input).toString()]);
  const known = made.get(key);
  if (known !== undefined) return Buffer.from(known);
  const folder = mkdtempSync(join(tmpdir(), "turnkit-media-"));
  try {
    if (input !== undefined) writeFileSync(join(folder, "IN"), input);
    run(program, args, folder);
    const name = args.map((arg) => /OUT[.\w]*$/.exec(arg)?.[0]).findLast((found) => found !== undefined);
    const bytes = readFileSync(join(folder, name ?? "OUT"));
    made.set(key, bytes);
    return Buffer.from(bytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: Program, args: readonly string[], cwd: string): void {
  const { error, status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (error !== undefined) {
    throw new Error(`These tests need ${program}: apt-get install ${PACKAGES[program]} (${error.message})`);
  }
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** A picture that ImageMagick makes: `description` is what it is told to draw, `name` holds the kind of file. */
export function picture(name: string, ...description: readonly string[]): Buffer {
  return madeBy("/usr/bin/convert", [...description, `OUT.${name}`]);
}

/** Draws a picture whose left half is red and whose right half is blue. */
export function redBlue(width: number, height: number): string[] {
  const half = Math.floor(width / 2);
  const left = ["(", "-size", `${half}x${height}`, "xc:red", ")"];
  const right = ["(", "-size", `${width - half}x${height}`, "xc:blue", ")"];
  return [...left, ...right, "+append"];
}

export function png(description: readonly string[]): Buffer {
  return picture("png", ...description);
}

/** Red, green, blue, alpha of every pixel, as ImageMagick decodes a file's first picture. */
export function pixelsByImageMagick(file: Uint8Array, kind: string): Buffer {
  return madeBy("/usr/bin/convert", [`${kind}:IN[0]`, "-depth", "8", "rgba:OUT"], file);
}

/** What ImageMagick says of an image: its kind, width and height. */
export function identified(file: Uint8Array): string {
  const said = execFileSync("/usr/bin/convert", ["-", "-format", "%m %w %h\n", "info:-"], { input: file });
  return said.toString().split("\n")[0] ?? "";
}

/** A PDF of pages that each hold lines of text, written by Ghostscript. */
export function pdf(pages: readonly (readonly string[])[], more = ""): Buffer {
  const shown = pages.map((lines) => {
    const text = lines.map((line, at) => `20 ${8_900 - at * 20} moveto (${line}) show`);
    return ["/Helvetica findfont 12 scalefont setfont", ...text, "showpage"].join("\n");
  });
  const source = ["%!PS", "<< /PageSize [9000 9000] >> setpagedevice", more, ...shown].join("\n");
  return madeBy(
    "gs",
    [
      "-q",
      "-dBATCH",
      "-dNOPAUSE",
      "-dSAFER",
      "-sDEVICE=pdfwrite",
      "-dWriteObjStms=false",
      "-dWriteXRefStm=false",
      "-sOutputFile=OUT.pdf",
      "IN",
    ],
    source,
  );
}

/** A PDF of a page whose content unpacks to 2 GB, from a few KB. */
export function pdfBomb(): Buffer {
  const shown = deflateSync(Buffer.from(`BT /F1 12 Tf ${"(a) Tj ".repeat(3_000_000)} ET`));
  const again = Array.from({ length: 100 }, () => "4 0 R").join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${again}]/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Filter/FlateDecode/Length ${shown.length}>>\nstream\n${shown.toString("latin1")}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`, "latin1");
}

/** A PDF that opens only with a password; with an empty one it opens for all, but is not to be changed. */
export function lockedPdf(file: Uint8Array, password = "user"): Buffer {
  return madeBy("qpdf", ["--encrypt", password, "owner", "256", "--", "IN", "OUT.pdf"], file);
}

/** A notebook that Jupyter's own library writes; `program` fills `nb` and may use `v4`, its makers of cells. */
export function notebook(program: string, version: 3 | 4 = 4): Buffer {
  const lines = [
    "import nbformat",
    "from nbformat import v3, v4",
    "nb = v4.new_notebook()",
    program,
    ...(version === 3 ? ["nb = nbformat.convert(nb, 3)"] : []),
    "nbformat.write(nb, 'OUT.ipynb', version=nbformat.NO_CONVERT)",
    "# OUT.ipynb",
  ];
  return madeBy("/usr/bin/python3", ["-c", lines.join("\n"), "OUT.ipynb"]);
}

/** A second of film. */
export function video(kind: string): Buffer {
  return madeBy("ffmpeg", [
    "-loglevel",
    "error",
    "-f",
    "lavfi",
    "-i",
    "testsrc=s=64x64:r=4:d=1",
    `OUT.${kind}`,
  ]);
}
