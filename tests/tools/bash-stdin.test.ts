import { expect, test } from "bun:test";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

test("/dev/stdout and /dev/stderr can be opened by name, as in a terminal", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command: "echo out >/dev/stdout; echo err >/dev/stderr; echo tee | tee /dev/stderr >/dev/null",
  });
  expect(result.text).toBe("out\nerr\ntee\n");
});
