import { KILLED } from "./checks/killed.ts";
import { runChecks } from "./run-checks.ts";

runChecks(KILLED);
