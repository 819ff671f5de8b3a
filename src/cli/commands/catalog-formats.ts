import { offeredTools } from "../../catalog/assemble.ts";
import { catalogDocument } from "../../catalog/document.ts";
import { toProviderTools } from "../../catalog/provider-tools.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { jsonDocument } from "../../output/json.ts";
import { escapeHidden } from "../../output/visible.ts";
import type { RequestProtocol } from "../../turn/live/request-tools.ts";
import type { RenderedCatalog, RenderedFormat } from "./catalog-list.ts";

export interface FormatOptions {
  readonly all: boolean;
  readonly width: number | undefined;
  /** `--model`. */
  readonly model: string | undefined;
}

export interface Rendered {
  readonly text: string;
  /** What a provider's format mended or withheld. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A catalog in one of the formats but json; each is loaded when it is asked for. */
export async function renderFormat(
  { catalog: unmasked, mask, workplace }: RenderedCatalog,
  format: RenderedFormat,
  options: FormatOptions,
): Promise<Rendered> {
  if (format === "anthropic" || format === "openai") {
    const { models } = workplace.loaded.config;
    const { tools, diagnostics } = await requestFormat(unmasked, format, { model: options.model, models });
    return { text: escapeHidden(jsonDocument(mask.maskDeep(tools)), "json"), diagnostics };
  }
  const text = await plainFormat(unmasked, format, options);
  return { text: mask.mask(text), diagnostics: [] };
}

async function plainFormat(
  catalog: Catalog,
  format: Exclude<RenderedFormat, RequestProtocol>,
  { all, width }: FormatOptions,
): Promise<string> {
  switch (format) {
    case "yaml":
      return (await import("../../catalog/formats/yaml.ts")).renderYaml(catalogDocument(catalog));
    case "markdown":
      return (await import("../../catalog/formats/markdown.ts")).renderMarkdown(catalog, all);
    case "mermaid":
      return (await import("../../catalog/formats/mermaid.ts")).renderMermaid(catalog);
    case "html":
      return (await import("../../catalog/formats/html.ts")).renderHtml(catalog);
    case "names":
      return (await import("../../catalog/listing.ts")).renderNames(catalog, all);
    default:
      return (await import("../../catalog/listing.ts")).renderListing(catalog, { all, width });
  }
}

/** The `tools` array that a request would carry: mended for the model's provider, else for the protocol's own. */
async function requestFormat(
  catalog: Catalog,
  protocol: RequestProtocol,
  named: Pick<
    Parameters<typeof import("../../turn/live/request-tools.ts").requestTools>[1],
    "model" | "models"
  >,
): Promise<{ readonly tools: unknown; readonly diagnostics: readonly Diagnostic[] }> {
  const { requestTools } = await import("../../turn/live/request-tools.ts");
  const provider = named.model === undefined ? protocol : catalog.facts.model.provider;
  const mended = toProviderTools(provider, offeredTools(catalog));
  return {
    tools: await requestTools(mended.tools, { protocol, ...named }),
    diagnostics: mended.diagnostics,
  };
}
