import { describe, expect, test } from "bun:test";
import { parse } from "yaml";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { catalogDocument } from "../../src/catalog/document.ts";
import { renderHtml } from "../../src/catalog/formats/html.ts";
import { renderMarkdown } from "../../src/catalog/formats/markdown.ts";
import { renderMermaid } from "../../src/catalog/formats/mermaid.ts";
import { renderYaml } from "../../src/catalog/formats/yaml.ts";
import { renderListing, renderNames } from "../../src/catalog/listing.ts";
import type { CatalogEntry } from "../../src/catalog/types.ts";
import { hasHidden } from "../../src/output/visible.ts";
import { entry, facts, sources } from "../support/catalog.ts";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

const POISON =
  "a|b`c` <b>&amp; </script><script>alert(1)</script> \u001b]52;c;eA==\u0007\u009b31m \u202Egnp.\u202C \u{E0041}\n::error::x\n=cmd|'/C calc'!A0 [l](http://x) #h \"q\" $x";

/** A server's tool whose every text is hostile. */
function poisoned(): CatalogEntry {
  const base = entry("srv/x");
  const schema = { type: "object", properties: { [POISON]: { enum: [POISON], default: POISON } } };
  const def = { ...base.tool.def, name: `mcp__${POISON}`, description: POISON, schema: schema as never };
  return { ...base, tool: { ...base.tool, def }, serverName: POISON, serverToolName: POISON };
}

const CATALOG = assembleCatalog(facts(), {
  ...sources("read", "desktop_x", "goal:goal_get"),
  mcp: [poisoned()],
});

describe("one poisoned definition in every format", () => {
  test("table and names: nothing hidden, one line per tool", async () => {
    const table = await renderListing(CATALOG, { all: true, width: undefined });
    expect(hasHidden(table)).toBe(false);
    expect(table.split("\n")).toHaveLength(1 + 4 + 1 + 1 + 1);
    expect(renderNames(CATALOG, true).split("\n")).toHaveLength(4 + 1);
  });

  test("markdown: no markup of its own, the table keeps its shape", () => {
    const lines = renderMarkdown(CATALOG, true).split("\n");
    const rows = lines.slice(0, 6);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(8);
    expect(hasHidden(lines.join("\n"))).toBe(false);
    expect(lines.join("\n")).not.toMatch(/(?<!\\)[<[`#]/);
  });

  test("yaml: nothing hidden, and it reads back as the JSON document", () => {
    const document = catalogDocument(CATALOG);
    const yaml = renderYaml(document);
    expect(hasHidden(yaml)).toBe(false);
    expect(parse(yaml)).toEqual(JSON.parse(JSON.stringify(document)));
    const plain = catalogDocument(assembleCatalog(facts(), sources("read")));
    expect(parse(renderYaml(plain))).toEqual(JSON.parse(JSON.stringify(plain)));
  });

  test("mermaid: stages and counts, no foreign text", () => {
    const text = renderMermaid(CATALOG);
    expect(text).toMatch(/^flowchart LR\n/);
    expect(text).toContain('source["source: 3 left"]');
    expect(text).toContain('"1 dropped"');
    expect(text).not.toContain("gnp");
  });

  test("html: one script of data, one of ours, and a policy that names both by hash", async () => {
    const html = await renderHtml(CATALOG);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
    expect(hasHidden(html)).toBe(false);
    expect(html).not.toMatch(/https?:\/\/(?!x\))[^w]/);
  });
});

describe("turnkit catalog --format", () => {
  async function print(format: string, ...more: readonly string[]) {
    using space = workspace();
    const host = testHost({ cwd: space.path, home: space.path });
    return (await runCli(["catalog", "--no-mcp", "--format", format, ...more], host)).stdout;
  }

  test("anthropic and openai are the tools array of a request", async () => {
    const anthropic = JSON.parse(await print("anthropic"));
    expect(Object.keys(anthropic[0])).toEqual(["name", "description", "input_schema"]);
    const openai = JSON.parse(await print("openai"));
    expect(openai[0]).toMatchObject({
      type: "function",
      function: { name: "read", parameters: { type: "object" } },
    });
    expect(openai).toHaveLength(anthropic.length);
  });

  test("every format is the same bytes twice", async () => {
    for (const format of [
      "table",
      "json",
      "yaml",
      "markdown",
      "names",
      "anthropic",
      "openai",
      "mermaid",
      "html",
    ]) {
      expect(await print(format, "--all")).toBe(await print(format, "--all"));
    }
  });
});
