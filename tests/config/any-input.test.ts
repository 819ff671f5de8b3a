import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { readAgentFile } from "../../src/config/agent-file.ts";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { parseJson } from "../../src/config/json-source.ts";
import { loadMcpServers } from "../../src/config/mcp-servers.ts";
import { parseYaml } from "../../src/config/yaml-source.ts";
import { isFault } from "../../src/output/fault.ts";
import { loadYaml, placeIn } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

/** Pieces that files are made of, so that random texts come near to real ones. */
const piece = fc.oneof(
  fc.constantFrom(
    "permissions",
    "tools",
    "models",
    "mcpServers",
    "command",
    "url",
    "&a ",
    "*a",
    "<<",
    "---\n",
  ),
  fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    ",",
    "-",
    "- ",
    "\n",
    "\r\n",
    "\t",
    "  ",
    '"',
    "'",
    "#",
    "|",
    ">",
    "!",
  ),
  fc.constantFrom(
    "?",
    "%",
    "$\\{A\\}",
    "\\",
    "~",
    "1",
    "1e999",
    "true",
    "null",
    "\u0000",
    "\ufeff",
    "设",
    "\ud800",
  ),
  fc.string({ maxLength: 3 }),
);
const document = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

/** Whatever happens, it is a result or a fault with exit 2; anything else is a bug and fails the test. */
async function outcome(work: () => Promise<unknown>): Promise<"fine" | "refused"> {
  try {
    await work();
    return "fine";
  } catch (error) {
    if (!isFault(error)) throw error;
    expect(error.exit).toBe(2);
    expect(error.where).toMatch(/:\d+:\d+$/);
    return "refused";
  }
}

test("any text as config.yaml is read or refused with a position", async () => {
  using space = workspace();
  await fc.assert(
    fc.asyncProperty(document, async (text) => {
      await outcome(() => loadYaml(space, text));
    }),
    { numRuns: 500 },
  );
});

test("any text as mcp.json and as an agent file is read or refused with a position", async () => {
  using space = workspace();
  const host = placeIn(space);
  const dataDir = resolveDataDir(host, "data");
  await fc.assert(
    fc.asyncProperty(document, async (text) => {
      space.file("data/mcp.json", text);
      await outcome(() => loadMcpServers(host, { dataDir, workspace: space.path }));
      space.file("data/agent.md", `---\n${text}`);
      await outcome(() => readAgentFile(join(dataDir.path, "agent.md"), { fallbackName: "a" }));
    }),
    { numRuns: 300 },
  );
});

test("what JSON.parse takes our parser takes, and the other way round, but for keys that stand twice", () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.oneof(document, fc.json()), (text) => {
      const parsed = parseJson(text);
      const twice = !parsed.ok && parsed.problems[0].message.includes("a second time");
      expect([text, parsed.ok || twice]).toEqual([text, isJson(text)]);
    }),
    { numRuns: 1000 },
  );
});

test("JSON is YAML: both readers give the same tree", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (text) => {
      const [json, yaml] = [parseJson(text), parseYaml(text)];
      if (JSON.parse(text) === null) return;
      expect(yaml).toEqual(json);
    }),
    { numRuns: 500 },
  );
});
