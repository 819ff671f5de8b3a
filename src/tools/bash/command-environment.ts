import type { Environment } from "../../config/host.ts";

/**
 * Nobody can answer a question and nobody pages through an output: programs are told so. A pager or an
 * editor of the user would wait for a terminal that is not there.
 */
const NON_INTERACTIVE: Environment = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_EDITOR: ":",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  SSH_ASKPASS_REQUIRE: "never",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  TERM: "dumb",
};

/** The environment of a command: the turn's, made non-interactive. */
export function commandEnvironment(environment: Environment): Environment {
  return { ...environment, ...NON_INTERACTIVE };
}
