import { Buffer } from "node:buffer";
import { statSync } from "node:fs";
import { replaceFile } from "../../src/tools/files/replace-file.ts";

/** `replace-loop.ts FILE TIMES`: replaces a file again and again, for tests that kill it or run it as another user. */
const [, , path = "", times = "1"] = process.argv;
for (let round = 0; round < Number(times); round++) {
  const stat = statSync(path);
  const content = Buffer.alloc(stat.size, String(round % 10));
  const { inPlace } = await replaceFile({ path, realPath: path, stat, pieces: [content] });
  console.log(JSON.stringify({ inPlace }));
}
