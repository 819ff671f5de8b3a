import type { RawContent } from "../../mcp/types.ts";

/** A connector tool as `connector tools` lists it. */
export interface ListedTool {
  readonly tool_name: string;
  readonly description: string;
}

/** A connector tool as `connector tool NAME` shows it. */
export interface DescribedTool extends ListedTool {
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly output_schema?: Readonly<Record<string, unknown>>;
}

/** A tool's answer as its server sent it. */
export interface ConnectorAnswer {
  readonly content: readonly RawContent[];
  /** Present when the server gave it, null included. */
  readonly structuredContent?: unknown;
}

export interface AssetUrl {
  readonly node_id: string;
  readonly download_url: string;
}

export interface TempUrl {
  readonly temp_url: string;
}

export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  /** base64 */
  readonly data: string;
}

/**
 * The connectors, wherever they are: behind the host's socket, or connected by this process itself.
 * Every method throws a Fault whose code is one of `CONNECTOR_CODES`.
 */
export interface ConnectorBackend {
  tools(keyword: string | undefined): Promise<readonly ListedTool[]>;
  tool(name: string): Promise<DescribedTool>;
  call(name: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ConnectorAnswer>;
  assetUrl(nodeId: string): Promise<AssetUrl>;
  tempUrl(upload: Upload): Promise<TempUrl>;
  close(): Promise<void>;
}
