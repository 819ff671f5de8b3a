import { messageOf } from "../../output/fault.ts";
import { connectorFaults } from "../connector/errors.ts";
import { ASSETS_TIMEOUT_MS } from "../connector/limits.ts";
import { texts } from "../connector/texts.ts";
import type { AssetFacts, AssetService } from "./service.ts";

/**
 * An HTTP endpoint: `GET <url>/get_asset_url?node_id=…` answers `{download_url}`, `POST <url>/upload_temp_url`
 * with the file as its body answers `{temp_url}`.
 */
export function endpointAssets(base: string, facts: AssetFacts): AssetService {
  const ask = async (path: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const token = await facts.token();
    const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${base.replace(/\/+$/, "")}/${path}`, {
      ...init,
      headers,
      // A redirect could carry the token to another host.
      redirect: "error",
      signal: AbortSignal.timeout(ASSETS_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw connectorFaults.assetsUnavailable(texts.assetsFailed(messageOf(error)));
    });
    if (!response.ok) throw connectorFaults.assetsUnavailable(texts.assetsAnswer(response.status));
    const value: unknown = await response.json().catch(() => undefined);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  };
  const field = (answer: Record<string, unknown>, name: string): string => {
    const value = answer[name];
    if (typeof value !== "string" || value === "")
      throw connectorFaults.assetsUnavailable(texts.assetsShape(name));
    return value;
  };
  return {
    async assetUrl(nodeId) {
      const answer = await ask(`get_asset_url?node_id=${encodeURIComponent(nodeId)}`, {});
      return { node_id: nodeId, download_url: field(answer, "download_url") };
    },
    async tempUrl({ name, mimeType, data }) {
      const answer = await ask(`upload_temp_url?name=${encodeURIComponent(name)}`, {
        method: "POST",
        headers: { "content-type": mimeType },
        body: Buffer.from(data, "base64"),
      });
      return { temp_url: field(answer, "temp_url") };
    },
    close: async () => undefined,
  };
}
