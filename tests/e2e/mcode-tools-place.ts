import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { turnkit } from "../support/binary.ts";
import { EVERYTHING, realServer } from "../support/mcp.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

/** What no child may ever see. */
export const TOKEN = "end-to-end-token-0123456789";

/** A data dir with one real connector server and a token, and a runtime dir of the test's own. */
export interface Place extends Disposable {
  readonly home: Workspace;
  readonly data: string;
  readonly runtime: string;
  readonly env: Record<string, string>;
}

let runtimes = 0;

const { command, args } = realServer("everything", EVERYTHING);
const EVERYTHING_SERVER = { command, args };

export function place(servers: Record<string, object> = { everything: EVERYTHING_SERVER }): Place {
  const home = workspace();
  const data = join(home.path, "data");
  const runtime = `/tmp/mct-e2e-${process.pid}-${++runtimes}`;
  mkdirSync(runtime, { mode: 0o700 });
  const connectors = { auth: { env: "CONNECTOR_TOKEN" }, servers };
  home.file("data/config.yaml", `connectors: ${JSON.stringify(connectors)}\n`);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home.path,
    XDG_RUNTIME_DIR: runtime,
    CONNECTOR_TOKEN: TOKEN,
  };
  return {
    home,
    data,
    runtime,
    env,
    [Symbol.dispose]() {
      rmSync(runtime, { recursive: true, force: true });
      home[Symbol.dispose]();
    },
  };
}

/** `lease exec` around one line of bash. */
export function exec(p: Place, line: string, flags: readonly string[] = []) {
  return turnkit(["--data-dir", p.data, "lease", "exec", ...flags, "--", "bash", "-c", line], {
    cwd: p.home.path,
    env: p.env,
  });
}

/** A call that answers "Echo: hi". */
export const CALL = `mcode-tools connector call connector__everything__echo --args '{"message": "hi"}'`;
