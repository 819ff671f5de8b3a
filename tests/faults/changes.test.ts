import { CHANGES } from "./checks/changes.ts";
import { runChecks } from "./run-checks.ts";

runChecks(CHANGES);
