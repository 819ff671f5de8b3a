import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { budgetGate, wrapperGate } from "../../src/contract/output-gates.ts";
import { errorResult, textOf, textResult } from "../../src/contract/results.ts";
import type { ContentBlock, ToolResult } from "../../src/contract/tool.ts";
import type { Budget } from "../../src/output/gates/budget.ts";
import { sessionStore, TOOL_OUTPUTS } from "../support/artifacts.ts";
import { workspace } from "../support/workspace.ts";

const KIB = 1024;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
const bytesOf = (text: string) => Buffer.byteLength(text);
const call = (name: string, input: unknown = {}) => ({ toolCallId: "call_1", name, input });
const budget = (changes: Partial<Budget> = {}): Budget => ({
  maxInlineKiB: 64,
  perTool: {},
  hasRead: true,
  ...changes,
});
const image: ContentBlock = { type: "image", data: "aGk=", mimeType: "image/png" };

function artifactOf(result: ToolResult): { path: string; bytes: number } {
  return result.details?.artifact as { path: string; bytes: number };
}

describe("gate 2 around the tools", () => {
  test("lets pass untouched what is within the limit, and every other tool", async () => {
    using session = workspace();
    const gate = wrapperGate(sessionStore(session.path));
    const fits = textResult("bash", "x".repeat(24 * KIB));
    expect(await gate(fits, call("bash"))).toBe(fits);
    const other = textResult("constructor", "x".repeat(100 * KIB));
    expect(await gate(other, call("constructor"))).toBe(other);
    expect(readdirSync(session.path)).toEqual([]);
  });

  test("does nothing to its own result a second time", async () => {
    using session = workspace();
    const gate = wrapperGate(sessionStore(session.path));
    for (const name of ["read", "grep", "bash"]) {
      const once = await gate(textResult(name, lines(9000)), call(name));
      expect(await gate(once, call(name))).toBe(once);
    }
  });

  test.each([
    ["read", 24 * KIB],
    ["grep", 16 * KIB],
    ["bash", 24 * KIB],
  ])("bounds %s and names the file that has all of it", async (name, limit) => {
    using session = workspace();
    const text = lines(9000);
    const result = await wrapperGate(sessionStore(session.path))(textResult(name, text), call(name));
    expect(bytesOf(result.text)).toBeLessThanOrEqual(limit);
    expect(textOf(result.content)).toBe(result.text);
    expect(readFileSync(artifactOf(result).path, "utf8")).toBe(text);
    expect(result.text).toContain(artifactOf(result).path);
    expect(result.gates).toEqual([
      { gate: "wrapper", originalBytes: bytesOf(text), returnedBytes: bytesOf(result.text) },
    ]);
  });

  test("read and grep go on in the file by the offset of the note", async () => {
    using session = workspace();
    const text = lines(9000);
    const { details } = await wrapperGate(sessionStore(session.path))(textResult("grep", text), call("grep"));
    const shown = Number(details?.next_offset) - 1;
    const rest = text.split("\n").slice(shown).join("\n");
    expect(rest).toStartWith(`line ${shown + 1}\n`);
    expect(details?.offset_unit).toBe("line");
  });

  test("bounds the text of an error too", async () => {
    using session = workspace();
    const gate = wrapperGate(sessionStore(session.path));
    const result = await gate(errorResult("bash", `${"x\n".repeat(50_000)}exit status 1`), call("bash"));
    expect(result.isError).toBe(true);
    expect(result.text).toEndWith("exit status 1");
    expect(bytesOf(result.text)).toBeLessThanOrEqual(24 * KIB);
  });
});

describe("gate 3", () => {
  test("lets pass untouched what is within the budget", async () => {
    using session = workspace();
    const result = textResult("web_fetch", "x".repeat(64 * KIB));
    expect(await budgetGate(sessionStore(session.path), budget())(result, call("web_fetch"))).toBe(result);
  });

  test("counts all text blocks together, and leaves media in their order", async () => {
    using session = workspace();
    const content: ContentBlock[] = [
      image,
      { type: "text", text: "a".repeat(40 * KIB) },
      image,
      { type: "text", text: "b".repeat(40 * KIB) },
    ];
    const result = await budgetGate(sessionStore(session.path), budget())(
      { tool_name: "t", text: textOf(content), content },
      call("t"),
    );
    expect(result.content.map((block) => block.type)).toEqual(["image", "text", "image"]);
    expect(readFileSync(artifactOf(result).path, "utf8")).toBe(textOf(content));
  });

  test("gives a receipt: tool, source, error, file, and how to go on", async () => {
    using session = workspace();
    const gate = budgetGate(sessionStore(session.path), budget({ perTool: { t: 1 } }));
    const result = await gate(
      errorResult("t", lines(1000)),
      call("t", { limit: 5, query: "weather\u202e\n" }),
    );
    const [first, second, third, ...rest] = result.text.split("\n");
    expect(first).toBe(
      `[Receipt. t (query: weather\\u202e\\n) returned ${bytesOf(lines(1000))} bytes, 1000 lines: too much to show here.`,
    );
    expect(second).toBe("The call failed: the text is its error.");
    expect(third).toBe(`The text is in ${artifactOf(result).path}`);
    for (const word of [
      "before you answer",
      "search",
      "read",
      "Do not print it whole",
      "pieces",
      "proves nothing",
    ]) {
      expect(rest.join("\n")).toContain(word);
    }
    expect(bytesOf(result.text)).toBeLessThanOrEqual(KIB);
    expect(result.isError).toBe(true);
  });

  test("cuts the source at 256 bytes, at a character", async () => {
    using session = workspace();
    const gate = budgetGate(sessionStore(session.path), budget({ perTool: { t: 1 } }));
    const { text } = await gate(textResult("t", lines(1000)), call("t", { path: "文".repeat(500) }));
    expect(text).toContain(`(path: ${"文".repeat(85)})`);
  });

  test("has limits of its own for single tools, and none for names that only objects have", async () => {
    using session = workspace();
    const gate = budgetGate(sessionStore(session.path), budget({ perTool: { small: 1, large: 500 } }));
    const text = lines(9000);
    expect((await gate(textResult("large", text), call("large"))).text).toBe(text);
    expect((await gate(textResult("small", text), call("small"))).text).toStartWith("[Receipt.");
    expect((await gate(textResult("toString", text), call("toString"))).text).toStartWith("[Receipt.");
  });

  test("a16: names the whole that an earlier gate stored, never a copy of what was cut", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const whole = lines(20_000);
    const cut = await wrapperGate(store)(textResult("bash", whole), call("bash"));
    const result = await budgetGate(store, budget({ perTool: { bash: 2 } }))(cut, call("bash"));
    expect(result.text).toStartWith(`[Receipt. bash returned ${bytesOf(whole)} bytes: too much`);
    expect(readFileSync(artifactOf(result).path, "utf8")).toBe(whole);
    expect(readdirSync(join(session.path, ...TOOL_OUTPUTS))).toHaveLength(1);
    expect(result.gates?.map((record) => record.gate)).toEqual(["wrapper", "budget"]);
  });

  test.each(["bash", "read"])(
    "what a hook adds to a cut %s stays, and so does the note of the cut",
    async (name) => {
      using session = workspace();
      const store = sessionStore(session.path);
      const cut = await wrapperGate(store)(textResult(name, lines(20_000)), call(name));
      const remark: ContentBlock = { type: "text", text: "A hook's remark" };
      const added = { ...cut, content: [...cut.content, image, remark] };
      const kept = await wrapperGate(store)({ ...added, text: textOf(added.content) }, call(name));
      expect(kept.content).toEqual([...cut.content, image, remark]);
      const flood: ContentBlock = { type: "text", text: lines(9000) };
      const flooded = await wrapperGate(store)({ ...added, content: [...added.content, flood] }, call(name));
      expect(flooded.content.slice(0, 2)).toEqual([...cut.content, image]);
      expect(bytesOf(textOf(flooded.content.slice(2)))).toBeLessThanOrEqual(24 * KIB);
      expect(textOf(flooded.content.slice(2))).toStartWith("A hook's remark\n");
      // A receipt for the whole that the tool stored would lose what the hook said.
      const receipt = await budgetGate(store, budget({ perTool: { [name]: 2 } }))(kept, call(name));
      expect(receipt.text).toStartWith(`[Receipt. ${name} returned ${bytesOf(textOf(kept.content))} bytes`);
      expect(readFileSync(artifactOf(receipt).path, "utf8")).toBe(textOf(kept.content));
    },
  );

  test("details say only how to go on after the last cut", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const cut = await wrapperGate(store)(textResult("grep", lines(9000)), call("grep"));
    expect(cut.details?.next_offset).toBeGreaterThan(1);
    const wide = { ...cut, ...textResult("grep", lines(200_000)), details: { ...cut.details, mine: 1 } };
    const result = await budgetGate(store, budget({ hasRead: false }))(wide, call("grep"));
    expect(result.details).toMatchObject({ strategy: "head_tail_lines", mine: 1 });
    expect(result.details).not.toHaveProperty("next_offset");
    expect(result.details).not.toHaveProperty("offset_unit");
  });

  test("without read passes up to 1 MiB, and above shows head and tail and the file", async () => {
    using session = workspace();
    const gate = budgetGate(sessionStore(session.path), budget({ hasRead: false }));
    const fits = textResult("t", "x".repeat(KIB * KIB));
    expect(await gate(fits, call("t"))).toBe(fits);
    const text = `first\n${"middle\n".repeat(200_000)}last\n`;
    const result = await gate(textResult("t", text), call("t"));
    expect(bytesOf(result.text)).toBeLessThanOrEqual(64 * KIB);
    expect(result.text).toStartWith("first\n");
    expect(result.text).toEndWith("\nlast\n");
    expect(readFileSync(artifactOf(result).path, "utf8")).toBe(text);
  });

  test("when storing fails shows 2 KiB of head and tail, tells it once, and the turn goes on", async () => {
    using session = workspace({ reports: "a file in the place of the folder" });
    const store = sessionStore(session.path);
    const gate = budgetGate(store, budget());
    for (let round = 0; round < 3; round++) {
      const result = await gate(textResult("t", `first\n${lines(20_000)}last\n`), call("t"));
      expect(bytesOf(result.text)).toBeLessThanOrEqual(2 * KIB);
      expect(result.text).toStartWith("first\n");
      expect(result.text).toContain("it could not be stored");
      expect(result.text).toEndWith("\nlast\n");
      expect(result.isError).toBeUndefined();
    }
    expect(store.reports).toHaveLength(1);
  });

  test("keeps a text that its receipt would not shorten", async () => {
    using session = workspace();
    const gate = budgetGate(sessionStore(session.path), budget({ maxInlineKiB: 0 }));
    const short = textResult("t", "short");
    expect(await gate(short, call("t"))).toBe(short);
  });

  test("a result of megabytes of base64 in a text goes to the file", async () => {
    using session = workspace();
    const text = "QUJD".repeat(500_000);
    const result = await budgetGate(sessionStore(session.path), budget())(textResult("t", text), call("t"));
    expect(bytesOf(result.text)).toBeLessThan(2 * KIB);
    expect(result.text).toContain(".readable.v1.jsonl");
  });
});
