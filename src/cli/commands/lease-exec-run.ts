import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { resolve } from "node:path";
import { isRuntimeVariable } from "../../config/environment-names.ts";
import { type Environment, type Host, onTerminal } from "../../config/host.ts";
import { findOnPath } from "../../config/programs.ts";
import { hostedEnvironment } from "../../mcode-tools/environment/activate.ts";
import { startMcodeToolsHost } from "../../mcode-tools/host/start.ts";
import { failureReason } from "../../output/system-error.ts";
import type { CliContext } from "../context.ts";
import { openConnectorSetup } from "./connector-setup.ts";
import type { LeaseExecFlags } from "./lease.ts";
import { leaseFault } from "./lease-errors.ts";

/** `lease exec`: broker and connectors around one command; all of it ends with the command. */
export async function runLeaseExec(
  this: CliContext,
  flags: LeaseExecFlags,
  ...command: string[]
): Promise<void> {
  const { host } = this;
  const setup = await openConnectorSetup({ host, flags, signal: host.signal });
  try {
    const { loaded, dataDir } = setup.workplace;
    const mcodeTools = await startMcodeToolsHost({
      host,
      dataDir: dataDir.path,
      // Whoever types this command wants it, whatever a turn is configured to offer.
      enabled: true,
      settings: loaded.config.connectors,
      helperEnvironment: setup.helper,
      mask: setup.mask,
      connectors: setup.calls,
      notify: setup.notify,
    });
    try {
      const { readiness } = mcodeTools;
      if (mcodeTools.pathPrefix === undefined)
        throw leaseFault.notReady(readiness.reason ?? readiness.category);
      const env = hostedEnvironment(withoutRuntime(host.env), mcodeTools.environment, mcodeTools.pathPrefix);
      this.exitAs(await runCommand(command, { host, env, cwd: setup.workplace.workspace }));
    } finally {
      await mcodeTools.close();
    }
  } finally {
    await setup.connectors.close();
  }
}

function withoutRuntime(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isRuntimeVariable(name.toUpperCase())));
}

interface CommandPlace {
  readonly host: Host;
  readonly env: Environment;
  readonly cwd: string;
}

/** Runs the command on this terminal. @returns its exit code, 128 + N when signal N ended it, as a shell says. */
async function runCommand([name = "", ...args]: readonly string[], place: CommandPlace): Promise<number> {
  const { host, env, cwd } = place;
  const program = /[/\\]/.test(name)
    ? resolve(cwd, name)
    : findOnPath(name, { ...host, env }, [".exe", ".com", ".cmd"]);
  if (program === undefined) throw leaseFault.commandNotFound(name);
  host.signal.throwIfAborted();
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: "inherit", argv0: name });
  const ended = endOf(child, name);
  const passOn = (): void => {
    const signal = String(host.signal.reason) as NodeJS.Signals;
    // Ctrl-C on a terminal reaches the command by itself.
    if (signal === "SIGINT" && onTerminal(host)) return;
    child.kill(signal);
  };
  host.signal.addEventListener("abort", passOn, { once: true });
  try {
    return await ended;
  } finally {
    host.signal.removeEventListener("abort", passOn);
  }
}

function endOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((done, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(leaseFault.cannotStart(name, failureReason(error))),
    );
    child.once("exit", (code, signal) =>
      done(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}
