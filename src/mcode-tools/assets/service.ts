import type { FolderOrUrl } from "../../config/types.ts";
import type { AssetUrl, TempUrl, Upload } from "../connector/types.ts";

/** What `get-asset-url` and `upload-temp-url` stand on. Methods throw Faults of `CONNECTOR_CODES`. */
export interface AssetService {
  assetUrl(nodeId: string): Promise<AssetUrl>;
  tempUrl(upload: Upload): Promise<TempUrl>;
  close(): Promise<void>;
}

export interface AssetFacts {
  /** The bearer token for an HTTP endpoint, where there is one. */
  token(): Promise<string | undefined>;
  now(): number;
}

/** Opens what `connectors.assets` names; a folder is served on loopback, so only by a host. */
export async function openAssets(target: FolderOrUrl, facts: AssetFacts): Promise<AssetService> {
  if ("url" in target) {
    const { endpointAssets } = await import("./endpoint-assets.ts");
    return endpointAssets(target.url, facts);
  }
  const { folderAssets } = await import("./folder-assets.ts");
  return folderAssets(target.folder, facts);
}
