import { appendFileSync, readFileSync } from "node:fs";

// Reads what Vitest's JSON reporter wrote: prints "passed failed" on standard output, and adds every failure with the
// head of its message to the file named second, which is shown last of all, where somebody looks first.

const [, , reportPath, listPath, name] = process.argv;
const linesOfMessage = 12;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

const report = JSON.parse(readFileSync(reportPath, "utf8"));
/** Without the calls inside Vitest and Node. */
const head = (text) =>
  text
    .replace(colours, "")
    // What Vitest's reporter makes of a test without an end.
    .replace("Error: STACK_TRACE_ERROR", "took longer than it may")
    .split("\n")
    .filter((line) => !/node_modules|node:internal/.test(line))
    .slice(0, linesOfMessage)
    .join("\n  ");
const failures = report.testResults.flatMap((file) => {
  const path = file.name.slice(process.cwd().length + 1);
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && file.status === "failed") return [`${path}\n  ${head(file.message)}`];
  return failed.map((test) => `${path} > ${test.fullName}\n  ${head(test.failureMessages.join("\n"))}`);
});
for (const failure of failures) appendFileSync(listPath, `${name}: ${failure}\n`);
// A file that cannot be loaded has no tests to count.
console.log(report.numPassedTests, Math.max(report.numFailedTests, failures.length));
