/** Assembling and checking catalogs of 500 to 5,000 tools. `bun bench/catalog/run.ts` */
import type { TSchema } from "@sinclair/typebox";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { catalogDocument } from "../../src/catalog/document.ts";
import { catalogFacts } from "../../src/catalog/facts.ts";
import { lintCatalog } from "../../src/catalog/lint/lint.ts";
import { PROVIDER_NAMES } from "../../src/catalog/providers/rule.ts";
import type { Catalog, CatalogEntry } from "../../src/catalog/types.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { mcpCatalogName } from "../../src/mcp/names.ts";
import { jsonDocument } from "../../src/output/json.ts";
import { writeAllSync } from "../../src/output/write-sync.ts";

const SIZES = [500, 1_000, 2_000, 5_000];
const ROUNDS = 7;

/** What a server offers: eight described properties, a name that needs a suffix for every tenth tool. */
function serverTool(at: number): { server: string; name: string; description: string; schema: object } {
  const property = {
    type: "string",
    description: `What the ${at}th tool takes, in a sentence of usual length`,
  };
  const properties = Object.fromEntries(
    Array.from({ length: 8 }, (_, key) => [`parameter_${key}`, property]),
  );
  return {
    server: `server-${at % 40}`,
    name: at % 10 === 0 ? `tool.${at}` : `tool_${at}`,
    description: `Does the ${at}th thing, and tells what came of it in some words.`,
    schema: { type: "object", properties, required: ["parameter_0"] },
  };
}

function entryOf({ server, name, description, schema }: ReturnType<typeof serverTool>): CatalogEntry {
  const def = { name: mcpCatalogName(server, name), description, schema: schema as TSchema };
  const execute = () => Promise.reject(new Error("a benchmark calls nothing"));
  const owner = `server "${server}"`;
  return {
    tool: { def, impl: { execute } },
    source: "configured",
    kind: "mcp",
    owner,
    serverName: server,
    serverToolName: name,
  };
}

function best(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const facts = catalogFacts(DEFAULT_CONFIG, {});

function assembleOf(size: number): () => Catalog {
  const given = Array.from({ length: size }, (_, at) => serverTool(at));
  return () =>
    assembleCatalog(facts, { local: [], mcp: given.map(entryOf), goal: [], extensions: [], diagnostics: [] });
}

/** One assembly and its JSON in a process of its own, as the command does it: the most memory it had, in MiB. */
function peakOf(size: number): number {
  const child = Bun.spawnSync([process.execPath, import.meta.path, String(size)], { stdout: "ignore" });
  return Math.round((child.resourceUsage?.maxRSS ?? 0) / 1024 / 1024);
}

const [only] = process.argv.slice(2);
if (only !== undefined) {
  writeAllSync(1, jsonDocument(catalogDocument(assembleOf(Number(only))())));
} else {
  // First: a child counts the memory that its parent had when it was started.
  const peaks = new Map(SIZES.map((size) => [size, peakOf(size)]));
  console.log("| tools | names, filters, estimates, JSON | lint, five providers | peak |\n|---|---|---|---|");
  for (const size of SIZES) {
    const assemble = assembleOf(size);
    const assembled = best(() => jsonDocument(catalogDocument(assemble())));
    const catalog = assemble();
    const linted = best(() => lintCatalog(catalog, PROVIDER_NAMES));
    console.log(
      `| ${size} | ${assembled.toFixed(0)} ms | ${linted.toFixed(0)} ms | ${peaks.get(size)} MiB |`,
    );
  }
}
