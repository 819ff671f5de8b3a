import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FolderOrUrl } from "../../config/types.ts";
import { VERSION } from "../../config/version.ts";
import type { GatedContext } from "../../contract/permission.ts";
import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import type { DeployInput } from "./definition.ts";
import { deployToFolder } from "./folder-target.ts";
import { FOLDER_BYTES, UPLOAD_BYTES } from "./limits.ts";
import { findSite, type Site } from "./site-files.ts";
import { siteName } from "./site-name.ts";
import { deployTexts as texts } from "./texts.ts";

export interface DeployCall {
  readonly target: FolderOrUrl;
  readonly platform: NodeJS.Platform;
  /** Absolute; nothing of it is published. */
  readonly dataDir?: string;
  readonly ctx: GatedContext;
  readonly input: DeployInput;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

interface Published {
  readonly said: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** One deployment. @throws Fault; what was published before stays as it was then. */
export async function runDeploy(call: DeployCall): Promise<ToolResult> {
  const { target, dataDir, ctx, input } = call;
  const { paths } = ctx;
  const site = await findSite(paths, input.directory, {
    maxBytes: "folder" in target ? FOLDER_BYTES : UPLOAD_BYTES,
    ownFolder: dataDir === undefined ? undefined : await realpath(dataDir).catch(() => undefined),
  });
  const name = siteName(input.name, site.root, paths.workspace);
  const published =
    "folder" in target
      ? await toFolder(call, target.folder, site, name)
      : await toUrl(call, target.url, site, name);
  const hasIndex = site.files.some(({ path }) => path === "index.html");
  const left = texts.leftOut(site.leftOut);
  const lines = [
    ...published.said,
    ...(hasIndex ? [] : [texts.noIndex()]),
    ...(left === undefined ? [] : [left]),
  ];
  return textResult("website_deploy", lines.join("\n"), {
    details: {
      name,
      directory: site.root,
      files: site.files.length,
      bytes: site.bytes,
      left_out: site.leftOut,
      ...published.details,
    },
  });
}

async function toFolder(call: DeployCall, folder: string, site: Site, name: string): Promise<Published> {
  const { ctx, platform, now, signal } = call;
  const deployment = { paths: ctx.paths, site, name, folder, platform, now, signal };
  const { place, release } = await deployToFolder(deployment);
  const said = [texts.toFolder(name, place, site.files.length, site.bytes)];
  return { said, details: { target: "folder", path: place, release } };
}

async function toUrl(call: DeployCall, configured: string, site: Site, name: string): Promise<Published> {
  const [{ packSite }, { shownUrl, uploadSite, uploadUrl }] = await Promise.all([
    import("./archive.ts"),
    import("./upload.ts"),
  ]);
  const url = uploadUrl(configured, name);
  const folder = await mkdtemp(join(tmpdir(), "turnkit-site-"));
  try {
    const { signal } = call;
    const archive = await packSite(call.ctx.paths, site, join(folder, "site.tar.gz"), signal);
    const { status, siteUrl } = await uploadSite({ url, archive, name, clientVersion: VERSION, signal });
    const said = [
      texts.toUrl(name, shownUrl(url), site.files.length, site.bytes),
      ...(siteUrl === undefined ? [] : [texts.siteUrl(siteUrl)]),
    ];
    const details = { target: "url", url: shownUrl(url), status, uploaded_bytes: archive.bytes };
    return { said, details: siteUrl === undefined ? details : { ...details, site_url: siteUrl } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
