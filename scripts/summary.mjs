// Prints the totals of a JUnit report as "N passed, N failed" (", N skipped" where there are any).
// Plain JavaScript: the last step of CI must not depend on what it judges.
import { readFileSync } from "node:fs";

const report = readFileSync(process.argv[2], "utf8");
const head = /<testsuites\b[^>]*>/.exec(report)?.[0] ?? "";
const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
const total = count("tests");
const failed = count("failures") + count("errors");
const skipped = count("skipped");
if (total === 0) {
  console.log("no tests ran");
  process.exit(1);
}
const tail = skipped > 0 ? `, ${skipped} skipped` : "";
console.log(`${total - failed - skipped} passed, ${failed} failed${tail}`);
process.exit(failed > 0 ? 1 : 0);
