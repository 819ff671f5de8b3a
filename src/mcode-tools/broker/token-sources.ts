import { constants, open } from "node:fs/promises";
import type { Environment } from "../../config/host.ts";
import type { ConnectorAuth } from "../../config/types.ts";
import { brokerFault } from "./errors.ts";
import { DEFAULT_VALIDITY_MS, MAX_TOKEN_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";
import { commandOutput } from "./token-command.ts";
import type { Token, TokenSource } from "./token-keeper.ts";

export interface SourceFacts {
  readonly env: Environment;
  /** What a token command inherits: the runtime's own variables are not in it. */
  readonly childEnv: Environment;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Milliseconds that a token command gets. */
  readonly commandTimeoutMs?: number;
  now(): number;
}

/** The sources that need nobody's consent; OAuth is in device-grant.ts. */
export function tokenSource(
  auth: Exclude<ConnectorAuth, { oauth: unknown }>,
  facts: SourceFacts,
): TokenSource {
  if ("env" in auth) return { kind: "env", read: async () => plainToken(facts.env[auth.env], facts) };
  if ("file" in auth)
    return { kind: "file", read: async () => plainToken(await fileText(auth.file, facts), facts) };
  if ("command" in auth) {
    return { kind: "command", read: ({ signal }) => commandToken(auth.command, facts, signal) };
  }
  return { kind: "none", read: async () => undefined };
}

/** A token that does not say when it ends; none when the text is empty or cannot be a header's value. */
function plainToken(text: string | undefined, facts: SourceFacts): Token | undefined {
  const accessToken = text?.trim();
  if (accessToken === undefined || accessToken === "") return undefined;
  if (!isTokenText(accessToken)) throw brokerFault.tokenUnusable(texts.notOneLine);
  return { accessToken, expiresAtMs: facts.now() + DEFAULT_VALIDITY_MS };
}

function isTokenText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_TOKEN_BYTES;
}

/** The file must be the user's alone: others could read the token, or put their own in. */
async function fileText(path: string, facts: SourceFacts): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // A pipe that nobody feeds must not hold the open: nor can it be a token.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw brokerFault.tokenUnusable(texts.fileUnreadable(path, (error as NodeJS.ErrnoException).code ?? ""));
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) throw brokerFault.tokenUnusable(texts.notAFile(path));
    if (facts.platform !== "win32" && (found.mode & 0o077) !== 0) {
      throw brokerFault.tokenUnusable(texts.fileMode(path, found.mode & 0o777));
    }
    if (found.size > MAX_TOKEN_BYTES) throw brokerFault.tokenUnusable(texts.notOneLine);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

async function commandToken(
  argv: readonly string[],
  facts: SourceFacts,
  signal: AbortSignal,
): Promise<Token | undefined> {
  const [program] = argv;
  if (program === undefined) return undefined;
  const { childEnv: environment, cwd, platform, commandTimeoutMs: timeoutMs } = facts;
  const output = await commandOutput(argv, { environment, cwd, platform, signal, timeoutMs });
  const { accessToken, expiresAtMs } = parseCommandOutput(output, program);
  if (!isTokenText(accessToken)) throw brokerFault.tokenUnusable(texts.notOneLine);
  return { accessToken, expiresAtMs: expiresAtMs ?? facts.now() + DEFAULT_VALIDITY_MS };
}

function parseCommandOutput(text: string, program: string): { accessToken: string; expiresAtMs?: number } {
  try {
    const value = JSON.parse(text) as { accessToken?: unknown; expiresAtMs?: unknown };
    const { accessToken, expiresAtMs } = value;
    if (typeof accessToken === "string" && (expiresAtMs === undefined || Number.isSafeInteger(expiresAtMs))) {
      return { accessToken, expiresAtMs: expiresAtMs as number | undefined };
    }
  } catch {
    // Told below, without the text: it may hold a token.
  }
  throw brokerFault.tokenUnusable(texts.commandOutput(program));
}
