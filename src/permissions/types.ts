import type { ToolSource } from "../contract/tool.ts";

/** Where things are in this turn; every path absolute. Who assembles the turn fills it in once. */
export interface PathPlaces {
  readonly workspace: string;
  readonly home: string;
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** The configuration in use: `--config FILE`, else `<data dir>/config.yaml`. */
  readonly configFile?: string;
  /** This session's own folder: readable in every mode. */
  readonly sessionDir?: string;
  /** Folders of trusted skills: readable in every mode. */
  readonly skillDirs?: readonly string[];
  /** Further folders that nothing may open (the runtime dir of mcode-tools); `auth` and `run` are always in. */
  readonly ownDirs?: readonly string[];
}

/** One path that the user, or a rule, has let one call have beyond its mode. */
export interface PathGrant {
  readonly realPath: string;
  /** Whether everything below the folder is granted too (the root of a search). */
  readonly below: boolean;
}

/** What the engine knows of a tool besides its name; the catalog supplies it. */
export interface ToolFacts {
  /** Catalog name. */
  readonly name: string;
  /** Absent counts as turnkit's own. */
  readonly source?: ToolSource;
  /** For MCP tools and connectors: the names that the server itself uses. */
  readonly server?: string;
  readonly serverTool?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** The server's entry says so; without it no annotation admits anything (40-mcp). */
  readonly trustAnnotations?: boolean;
}
