import { READING } from "./checks/reading.ts";
import { runChecks } from "./run-checks.ts";

runChecks(READING);
