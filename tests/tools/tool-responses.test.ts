import { expect, test } from "bun:test";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

test("bash, grep and glob give hooks of other programs what they expect", async () => {
  using place = workspace({ "a.txt": "needle\n", "b.txt": "needle\nneedle\n" });
  await using turn = shellTurn(place.path);
  const bash = await turn.bash({ command: "echo out; echo err >&2; exit 3" });
  expect(bash.toolResponse?.()).toEqual({
    stdout: "out\nerr\nexit code 3",
    stderr: "",
    interrupted: false,
    isImage: false,
    exitCode: 3,
  });
  const content = await turn.grep({ pattern: "needle", output_mode: "content", limit: 2 });
  expect(content.toolResponse?.()).toMatchObject({
    mode: "content",
    numFiles: 2,
    filenames: ["a.txt", "b.txt"],
    numLines: 3,
  });
  const files = await turn.grep({ pattern: "needle", limit: 1 });
  expect(files.toolResponse?.()).toMatchObject({
    mode: "files_with_matches",
    numFiles: 2,
    filenames: [expect.any(String)],
  });
  const glob = await turn.glob({ pattern: "*.txt", limit: 1 });
  expect(glob.toolResponse?.()).toMatchObject({ filenames: ["a.txt"], numFiles: 1, truncated: true });
  const nothing = await turn.glob({ pattern: "*.none" });
  expect(nothing.toolResponse?.()).toMatchObject({ filenames: [], numFiles: 0, truncated: false });
});
