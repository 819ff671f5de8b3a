import { expect, test } from "bun:test";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { countedCatalog } from "../../src/catalog/tokenizer.ts";
import { entry, facts, sources } from "../support/catalog.ts";

test("--tokenizer o200k counts as the published tokenizer does, special tokens as plain words", async () => {
  const description = "Hello world! 你好 <|endoftext|>";
  const catalog = assembleCatalog(facts(), { ...sources(), local: [entry("read", description)] });
  const { Tiktoken } = await import("js-tiktoken/lite");
  const { default: ranks } = await import("js-tiktoken/ranks/o200k_base");
  const { name, schema } = catalog.tools[0]?.entry.tool.def ?? {};
  const expected = new Tiktoken(ranks).encode(JSON.stringify({ name, description, schema }), [], []).length;
  const counted = await countedCatalog(catalog, "o200k");
  expect(counted.tools[0]?.estimatedTokens).toBe(expected);
  expect(counted.totals.estimatedTokens).toBe(expected);
  expect(await countedCatalog(catalog, "estimate")).toBe(catalog);
});
