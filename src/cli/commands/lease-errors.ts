import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";

const texts = {
  outside: "This is no lease environment: no host is named in it",
  outsideHint: "turnkit lease exec -- CMD starts one",
  notReady: (reason: string) => `Cannot prepare a lease environment: ${reason}`,
  commandNotFound: (name: string) => `Cannot find "${name}" on PATH`,
  cannotStart: (name: string, problem: string) => `Cannot start "${name}": ${problem}`,
};

/** The faults of `lease`, one maker per code. */
export const leaseFault = {
  outside: () =>
    new Fault("outside_lease", { what: texts.outside, hint: texts.outsideHint, exit: ExitCode.usage }),
  notReady: (reason: string) => new Fault("lease_not_ready", { what: texts.notReady(reason) }),
  commandNotFound: (name: string) =>
    new Fault("command_not_found", { what: texts.commandNotFound(name), where: "CMD", exit: ExitCode.usage }),
  cannotStart: (name: string, problem: string) =>
    new Fault("command_unstartable", {
      what: texts.cannotStart(name, problem),
      where: "CMD",
      exit: ExitCode.usage,
    }),
};
