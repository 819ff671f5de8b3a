/** Where the artifact stands below the folder that `--out` names. */
export const PLACES = {
  parent: "embedded",
  folder: "mcode-tools",
  notices: "MCODE_TOOLS_NOTICES.md",
  cli: "cli.mjs",
  manifest: "manifest.json",
} as const;
