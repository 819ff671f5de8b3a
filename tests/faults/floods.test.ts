import { FLOODING } from "./checks/floods.ts";
import { runChecks } from "./run-checks.ts";

runChecks(FLOODING);
