import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags } from "../global-flags.ts";
import { text } from "./flag-parsers.ts";

export interface FetchFlags extends GlobalFlags {
  readonly fromFile?: string;
  readonly url?: string;
  readonly out?: string;
  readonly offline?: boolean;
  readonly package?: string;
  readonly integrity?: string;
  readonly cliSha256?: string;
  readonly toolsVersion?: string;
}

const parsed = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true }) as const;

export const fetchMcodeToolsCommand = buildCommand<FetchFlags, [], CliContext>({
  loader: async () => (await import("./fetch-mcode-tools-run.ts")).runFetchMcodeTools,
  parameters: {
    flags: {
      ...documentFlags,
      fromFile: parsed("Take the archive from a file", "TGZ"),
      url: parsed("Take the archive from a URL", "URL"),
      out: parsed("Folder to install below (default: turnkit in the data folder)", "DIR"),
      offline: {
        kind: "boolean",
        brief: "Use the verified cache only, no network",
        optional: true,
        withNegated: false,
      },
      package: parsed("Own pins: the package", "NAME@VERSION"),
      integrity: parsed("Own pins: integrity of the archive", "SRI"),
      cliSha256: parsed("Own pins: SHA-256 of cli.mjs", "HEX"),
      toolsVersion: parsed("Own pins: version in the manifest", "V"),
    },
  },
  docs: {
    brief: "Fetch, verify and unpack the pinned mcode-tools artifact",
    fullDescription: [
      "Gets the pinned package from the registry of your npm configuration, a URL or a file, checks its",
      "hash, its structure and its manifest while it arrives, and installs it only when all of it fits.",
      "A failed run changes nothing. mcode-tools works without it, through the built-in connector.",
      "",
      "Examples:",
      "  turnkit fetch-mcode-tools",
      "  turnkit fetch-mcode-tools --offline",
      "  turnkit fetch-mcode-tools --from-file code-0.3.11.tgz --json",
      "  turnkit fetch-mcode-tools --url http://127.0.0.1:8080/tools.tgz --package @acme/code@1.0.0 \\",
      "    --integrity sha512-… --cli-sha256 HEX --tools-version 1.0.0 --out ./tools",
    ].join("\n"),
  },
});
