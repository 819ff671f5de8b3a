import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createMemoryTool } from "../../src/tools/memory/tool.ts";
import { MEMORY_OPERATIONS, MEMORY_TARGETS } from "../../src/tools/memory/types.ts";
import { callTool } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

function memoryIn(path: string) {
  const folder = join(path, "memory");
  const tool = createMemoryTool({ folder }, process.platform);
  const call = (args: Record<string, unknown>) => callTool(path, tool, args);
  return { folder, call };
}

test("what is appended is read again, each addition on lines of its own", async () => {
  using place = workspace();
  const { folder, call } = memoryIn(place.path);
  expect((await call({ target: "user", operation: "read" })).text).toBe('The memory of "user" is empty.');
  await call({ target: "user", operation: "append", content: "Likes tea." });
  const added = await call({
    target: "user",
    operation: "append",
    content: "Speaks 中文.\n",
    reason: "said so",
  });
  expect(added.details).toMatchObject({ target: "user", operation: "append", reason: "said so", bytes: 26 });
  expect((await call({ target: "user", operation: "read" })).text).toBe("Likes tea.\nSpeaks 中文.\n");
  expect(readdirSync(folder)).toEqual(["user.md"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "user.md")).mode & 0o777).toBe(0o600);
});

test("a topic is created, listed with its description, edited, written anew and deleted", async () => {
  using place = workspace();
  const { folder, call } = memoryIn(place.path);
  const topic = (operation: string, more: object = {}) =>
    call({ target: "topic", topicName: "build-setup", operation, ...more });
  await topic("create", { description: 'How to "build":\n it', content: "make $1\nmake $1" });
  expect((await call({ target: "topic", operation: "read" })).text).toBe(
    '- build-setup (16 bytes): How to "build": it',
  );
  expect((await topic("edit", { oldString: "make $1", newString: "bun $& run" })).text).toContain(
    "Found 2 times",
  );
  const edited = await topic("edit", { oldString: "make $1", newString: "bun $& run", replaceAll: true });
  expect(edited.details).toMatchObject({ replacements: 2, topic: "build-setup" });
  expect((await topic("read")).text).toBe(
    'Topic build-setup (How to "build": it):\nbun $& run\nbun $& run\n',
  );
  await topic("write", { content: "new", description: "Other" });
  expect(readFileSync(join(folder, "topics/build-setup.md"), "utf8")).toBe(
    '---\ndescription: "Other"\n---\n\nnew\n',
  );
  expect((await topic("create", { description: "again" })).details).toMatchObject({ error: "topic_exists" });
  await topic("delete", { reason: "done" });
  expect((await call({ target: "topic", operation: "read" })).text).toBe("There are no topics.");
  expect(readdirSync(join(folder, "topics"))).toEqual([]);
});

test("a topic that a person wrote, without a head or with a plain one, is read as it is", async () => {
  using place = workspace({
    "memory/topics/plain.md": "Just text.\n",
    "memory/topics/headed.md": "---\ndescription: About: it\n---\nBody\n",
  });
  const { call } = memoryIn(place.path);
  const list = await call({ target: "topic", operation: "read" });
  expect(list.text).toBe("- headed (5 bytes): About: it\n- plain (11 bytes)");
  await call({ target: "topic", topicName: "headed", operation: "append", content: "More" });
  expect(readFileSync(join(place.path, "memory/topics/headed.md"), "utf8")).toBe(
    '---\ndescription: "About: it"\n---\n\nBody\nMore\n',
  );
});

test("search finds the lines with all the words, in one topic or in all", async () => {
  using place = workspace({
    "memory/main.md": "The server runs on port 80.\nTests need the SERVER.\n",
    "memory/topics/a.md": "one server\n",
    "memory/topics/b.md": "port and Server\n",
  });
  const { call } = memoryIn(place.path);
  const main = await call({ target: "main", operation: "search", query: "server PORT" });
  expect(main.text).toBe("main:1: The server runs on port 80.");
  const all = await call({ target: "topic", operation: "search", query: "server" });
  expect(all.text).toBe("a:1: one server\nb:1: port and Server");
  const one = await call({ target: "topic", topicName: "a", operation: "search", query: "port" });
  expect(one.text).toBe('Nothing has all the words of "port".');
});

test("long results of a search are bounded and say what is left out", async () => {
  using place = workspace({ "memory/main.md": `word ${"é".repeat(600)}\n`.repeat(150) });
  const { call } = memoryIn(place.path);
  const { text, details } = await call({ target: "main", operation: "search", query: "word" });
  expect(details).toMatchObject({ matches: 150 });
  expect(text.split("\n")).toHaveLength(101);
  expect(text).toEndWith("100 of 150 lines; search for more words.");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(520);
});

test.each([
  [{ target: "user", operation: "delete" }, 'Cannot delete in "user": delete works on topic. With "user" go'],
  [{ target: "main", operation: "write", content: "x" }, "write works on topic, summary"],
  [{ target: "summary", operation: "append", content: "x" }, "append works on user, main, topic"],
  [{ target: "topic", operation: "append", content: "x" }, 'Cannot append in "topic" without topicName'],
  [{ target: "topic", operation: "create", topicName: "a" }, "without description"],
  [{ target: "user", operation: "search" }, "without query"],
  [{ target: "user", operation: "append" }, "without content"],
  [{ target: "user", operation: "append", content: "  " }, "empty content"],
  [{ target: "user", operation: "edit", newString: "" }, "without oldString"],
  [
    { target: "user", operation: "read", topicName: "a" },
    'Cannot read in "user" with topicName: leave it out',
  ],
  [{ target: "summary", operation: "write", content: "x", description: "d" }, "with description"],
  [
    { target: "user", operation: "append", content: "x", query: "y", replaceAll: true },
    "query and replaceAll",
  ],
  [{ target: "user", operation: "edit", oldString: "a", newString: "a" }, "are the same"],
  [{ target: "user", operation: "edit", oldString: "absent", newString: "b" }, "Nothing was changed"],
  [{ target: "user", operation: "forget" }, "/operation"],
  [{ target: "all", operation: "read" }, '"user", "main", "topic", "summary"'],
  [{ target: "user", operation: "append", content: "\ud800" }, "surrogate"],
])("%j: an error that says what goes together", async (args, said) => {
  using place = workspace({ "memory/user.md": "text\n" });
  const result = await memoryIn(place.path).call(args);
  expect(result.isError).toBe(true);
  expect(result.text).toContain(said);
  expect(readFileSync(join(place.path, "memory/user.md"), "utf8")).toBe("text\n");
});

test("parameters that a model fills in with nothing do not count", async () => {
  using place = workspace();
  const filled = {
    topicName: "",
    description: null,
    query: "",
    oldString: "",
    newString: "",
    replaceAll: false,
  };
  const result = await memoryIn(place.path).call({
    target: "user",
    operation: "append",
    content: "x",
    ...filled,
  });
  expect(result.isError).toBeUndefined();
});

test.each(["../user", "a/b", "A", "", "con", "x".repeat(65), "a.md", "..", "a\0b"])(
  "%j is no name of a topic, and nothing is made",
  async (topicName) => {
    using place = workspace();
    const { folder, call } = memoryIn(place.path);
    const result = await call({ target: "topic", operation: "create", topicName, description: "d" });
    expect(result.isError).toBe(true);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  },
);

test("an unknown topic: the nearest names", async () => {
  using place = workspace({ "memory/topics/build-setup.md": "x", "memory/topics/Not A Topic.md": "x" });
  const result = await memoryIn(place.path).call({
    target: "topic",
    operation: "read",
    topicName: "build-setpu",
  });
  expect(result.text).toBe('There is no topic "build-setpu". Nearest: build-setup.');
});

test("links are not followed, neither as a topic nor as a memory", async () => {
  using place = workspace({ secret: "the secret\n" });
  mkdirSync(join(place.path, "memory/topics"), { recursive: true });
  symlinkSync(join(place.path, "secret"), join(place.path, "memory/topics/a.md"));
  symlinkSync(join(place.path, "secret"), join(place.path, "memory/main.md"));
  const { call } = memoryIn(place.path);
  for (const args of [
    { target: "topic", operation: "read", topicName: "a" },
    { target: "main", operation: "read" },
    { target: "main", operation: "append", content: "x" },
  ]) {
    const result = await call(args);
    expect(result.isError).toBe(true);
    expect(result.text).not.toContain("the secret");
  }
  expect(readFileSync(join(place.path, "secret"), "utf8")).toBe("the secret\n");
});

test("a memory has its bound, and what would pass it changes nothing", async () => {
  using place = workspace();
  const { folder, call } = memoryIn(place.path);
  await call({ target: "main", operation: "append", content: "x".repeat(200_000) });
  const result = await call({ target: "main", operation: "append", content: "y".repeat(100_000) });
  expect(result).toMatchObject({ isError: true, details: { error: "too_large", most: 262_144 } });
  expect(statSync(join(folder, "main.md")).size).toBe(200_001);
});

test("additions of several processes at once are all kept", async () => {
  using place = workspace();
  const script = join(place.path, "append.ts");
  const tool = join(import.meta.dirname, "../../src/tools/memory/tool.ts");
  writeFileSync(
    script,
    `import { createMemoryTool } from ${JSON.stringify(tool)};
     const memory = createMemoryTool({ folder: ${JSON.stringify(join(place.path, "memory"))} }, process.platform);
     const add = (n) => memory.impl.execute({}, { target: "main", operation: "append", content: process.argv[2] + n });
     const results = await Promise.all([0, 1, 2, 3, 4].map(add));
     process.exit(results.some(({ isError }) => isError) ? 1 : 0);`,
  );
  const ended = ["a", "b", "c"].map((name) => Bun.spawn([process.execPath, script, name]).exited);
  expect(await Promise.all(ended)).toEqual([0, 0, 0]);
  const lines = readFileSync(join(place.path, "memory/main.md"), "utf8").trim().split("\n").sort();
  expect(lines).toEqual(["a", "b", "c"].flatMap((name) => [0, 1, 2, 3, 4].map((n) => name + n)).sort());
  expect(readdirSync(join(place.path, "memory"))).toEqual(["main.md"]);
});

test("whatever the arguments, the answer is a result and nothing outside the folder changes", async () => {
  using place = workspace({ "memory/user.md": "a b\n", "memory/topics/t.md": "a b\n", outside: "kept" });
  const { call } = memoryIn(place.path);
  const text = fc.oneof(
    fc.constantFrom("", "a", "t", "../outside", "b\n", "\ud800"),
    fc.string({ unit: "binary" }),
  );
  const args = fc.record(
    {
      target: fc.constantFrom(...MEMORY_TARGETS),
      operation: fc.constantFrom(...MEMORY_OPERATIONS),
      topicName: text,
      description: text,
      query: text,
      content: text,
      oldString: text,
      newString: text,
      replaceAll: fc.boolean(),
      reason: fc.anything(),
    },
    { requiredKeys: ["target", "operation"] },
  );
  await fc.assert(
    fc.asyncProperty(args, async (input) => {
      expect(typeof (await call(input)).text).toBe("string");
    }),
    { numRuns: 1_000 },
  );
  expect(readFileSync(join(place.path, "outside"), "utf8")).toBe("kept");
  expect(readdirSync(place.path).sort()).toEqual(["memory", "outside"]);
});
