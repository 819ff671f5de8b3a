import { assetText } from "../../config/assets.ts";
import { visibleBlock } from "../../output/visible.ts";
import { catalogDocument } from "../document.ts";
import { mapTexts } from "../lock/portable.ts";
import { pipelineCounts } from "../pipeline.ts";
import type { Catalog } from "../types.ts";

/**
 * One page that needs nothing else: the pipeline as a flow, a treemap of tokens, a table of every tool. Its
 * policy allows its own script and style by their hashes, and no network. Foreign text is embedded as data.
 */
export async function renderHtml(catalog: Catalog): Promise<string> {
  const [script, style] = [
    assetText("embedded/catalog-page/page.js"),
    assetText("embedded/catalog-page/page.css"),
  ];
  const [scriptHash, styleHash] = await Promise.all([sourceHash(script), sourceHash(style)]);
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return PAGE.replace("%POLICY%", () => policy)
    .replace("%STYLE%", () => style)
    .replace("%DATA%", () => embeddedJson(pageData(catalog)))
    .replace("%SCRIPT%", () => script);
}

/** The catalog's document with what only the page shows; hidden characters are made visible. */
function pageData(catalog: Catalog): unknown {
  const { tools, ...document } = catalogDocument(catalog);
  const stages = catalog.tools.map((tool) => tool.stages);
  const shown = tools.map((tool, index) => ({ ...tool, stages: stages[index] }));
  return mapTexts({ ...document, tools: shown, pipeline: pipelineCounts(catalog) }, visibleBlock);
}

/** JSON that cannot end the element it stands in, whatever its texts hold. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

async function sourceHash(text: string): Promise<string> {
  const { createHash } = await import("node:crypto");
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%POLICY%">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tool catalog</title>
<style>%STYLE%</style>
</head>
<body>
<header>
<h1>Tool catalog</h1>
<p id="facts" class="facts"></p>
<ul id="cards" class="cards"></ul>
</header>
<main>
<section aria-labelledby="flow-title">
<h2 id="flow-title">From sources to the model</h2>
<ol id="flow" class="flow"></ol>
</section>
<section aria-labelledby="map-title">
<h2 id="map-title">Tokens by server and tool</h2>
<svg id="map" class="map" viewBox="0 0 1200 420" role="group" aria-labelledby="map-title"></svg>
</section>
<section aria-labelledby="table-title">
<h2 id="table-title">Tools</h2>
<div class="controls">
<input id="search" type="search" placeholder="Search names, servers, descriptions" aria-label="Search tools">
<select id="status" aria-label="Verdict">
<option value="">every verdict</option>
<option value="offered">offered</option>
<option value="deferred">deferred</option>
<option value="dropped">dropped</option>
</select>
<span id="count" class="note" role="status"></span>
<span class="note"><kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> rows <kbd>Enter</kbd> open</span>
</div>
<div class="scroll">
<table>
<thead><tr id="head"></tr></thead>
<tbody id="rows"></tbody>
</table>
</div>
</section>
</main>
<script type="application/json" id="data">%DATA%</script>
<script>%SCRIPT%</script>
</body>
</html>
`;
