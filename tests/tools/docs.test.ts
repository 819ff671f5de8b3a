import { expect, test } from "bun:test";
import { resolve } from "node:path";

test("the reference pages in docs/tools are what the definitions say", () => {
  const script = resolve(import.meta.dirname, "../../scripts/tool-docs.ts");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, "--check"], { stderr: "pipe" });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
});
