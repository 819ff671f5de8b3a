import type { AssetUrl, ConnectorAnswer, DescribedTool, ListedTool, TempUrl, Upload } from "./types.ts";

/** JSON-RPC 2.0 between the connector CLI and its host: method → parameters and result. */
export interface ConnectorMethods {
  "connector.tools": {
    params: { readonly keyword?: string };
    result: { readonly tools: readonly ListedTool[] };
  };
  "connector.tool": { params: { readonly name: string }; result: DescribedTool };
  "connector.call": {
    params: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
    result: ConnectorAnswer;
  };
  "connector.assetUrl": { params: { readonly nodeId: string }; result: AssetUrl };
  "connector.tempUrl": { params: Upload; result: TempUrl };
}
export type ConnectorMethod = keyof ConnectorMethods;

export const RPC_ERRORS = {
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  /** `data.code` says which of the connector codes. */
  failed: -32000,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly code?: string; readonly hint?: string };
}

export interface RpcAnswer {
  readonly jsonrpc: "2.0";
  readonly id: string | null;
  readonly result?: unknown;
  readonly error?: RpcError;
}
