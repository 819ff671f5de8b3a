import { expect, test } from "bun:test";
import { setInYaml } from "../../src/config/yaml-edit.ts";

const MEMORY = ["tools", "memory", "enabled"] as const;

test.each([
  ["an empty file", "", "tools:\n  memory:\n    enabled: true\n"],
  ["only a comment, without a newline", "# mine", "# mine\ntools:\n  memory:\n    enabled: true\n"],
  [
    "the value with its comment",
    "tools:\n  memory: {enabled: false} # off\n",
    "tools:\n  memory: {enabled: true} # off\n",
  ],
  [
    "other settings, quotes and blank lines",
    "models:\n    a: {provider: 'x', id: \"y\"}   # keep\n\n\ntools:\n    # shells\n    bash: {envMode: off}\n",
    "models:\n    a: {provider: 'x', id: \"y\"}   # keep\n\n\ntools:\n    # shells\n    memory:\n      enabled: true\n    bash: {envMode: off}\n",
  ],
  [
    "CRLF",
    "beta:\r\n  mcodeTools: true\r\n",
    "tools:\r\n  memory:\r\n    enabled: true\r\nbeta:\r\n  mcodeTools: true\r\n",
  ],
])("%s: one setting is set, every other byte stays", (_name, before, after) => {
  expect(setInYaml(before, MEMORY, true)).toBe(after);
});

test("what cannot be spliced is written anew, comments included", () => {
  const after = setInYaml("# mine\ntools: {edit: {requireFresh: false}} # here\n", MEMORY, true);
  expect(after).toContain("# mine");
  expect(after).toContain("# here");
  expect(after).toContain("requireFresh: false");
  expect(after).toMatch(/memory: ?\{? ?enabled: true/);
});

test.each(["tools: [a]\n", "tools: yes please\n", "tools: {memory: [", "- a\n", "tools:\n  memory: 3\n"])(
  "%j is left alone",
  (text) => {
    expect(setInYaml(text, MEMORY, true)).toBeUndefined();
  },
);

test("a section that is there but empty is filled", () => {
  const after = setInYaml("tools:\nmodels: {}\n", MEMORY, true);
  expect(after).toContain("enabled: true");
  expect(after).toContain("models: {}");
});
