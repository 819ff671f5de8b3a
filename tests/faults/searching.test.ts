import { SEARCHING } from "./checks/searching.ts";
import { runChecks } from "./run-checks.ts";

runChecks(SEARCHING);
