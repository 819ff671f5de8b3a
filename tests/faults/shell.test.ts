import { SHELL } from "./checks/shell.ts";
import { runChecks } from "./run-checks.ts";

runChecks(SHELL);
