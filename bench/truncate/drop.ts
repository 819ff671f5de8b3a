/** What the runtime needs to read stdin and drop it: the floor that `turnkit truncate` is measured against. */
import { readSync } from "node:fs";

const buffer = Buffer.allocUnsafe(64 * 1024);
while (readSync(0, buffer, 0, buffer.length, null) > 0);
