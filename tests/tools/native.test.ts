import { expect, test } from "bun:test";
import { statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { loadNative } from "../../src/tools/process/native.ts";
import { workspace } from "../support/workspace.ts";

const native = await loadNative(process.platform);

test.skipIf(process.platform !== "linux")("times of change are those of stat, to the last digit", () => {
  using place = workspace({ "a.txt": "", "文件.txt": "", "sub/b.txt": "" });
  const paths = ["a.txt", "文件.txt", "sub", "sub/b.txt"].map((name) => join(place.path, name));
  for (const [index, time] of [1_700_000_000.123, -86_400.5, 4_294_967_301.9, 0].entries()) {
    utimesSync(paths[index] ?? "", time, time);
  }
  symlinkSync("sub/b.txt", join(place.path, "link"));
  for (const path of [...paths, join(place.path, "link"), "/proc/self/status", process.execPath]) {
    if (path.startsWith("/proc")) expect(native.changeTime?.(path)).toBeNumber();
    else expect(native.changeTime?.(path)).toBe(statSync(path).mtimeMs);
  }
});

test("a file that is not there, or whose path is too long, has no time of change", () => {
  expect(native.changeTime?.("/no/such/file")).toBeUndefined();
  expect(native.changeTime?.(`/${"x/".repeat(3000)}`)).toBeUndefined();
});
