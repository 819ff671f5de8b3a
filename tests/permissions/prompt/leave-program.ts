/** A program for a terminal that ends in the middle of reading keys. Started by the tests under a pseudo-terminal. */
import { standardKeys } from "../../../src/cli/host-keys.ts";

standardKeys();
process.exit(3);
