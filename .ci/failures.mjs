import { appendFileSync, readFileSync } from "node:fs";

// Reads a report of Vitest's JSON reporter. Prints "<passed> <failed>", and appends every failure with the first lines of
// its message to a list, which .ci/run prints at the end. Arguments: report, list, name of the script.

const [, , reportPath, listPath, name] = process.argv;
const linesOfMessage = 12;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

const report = JSON.parse(readFileSync(reportPath, "utf8"));
/** Returns the first lines of an error message, without stack frames in Vitest and Node. */
const head = (text) =>
  text
    .replace(colours, "")
    // Vitest reports timeouts like this.
    .replace("Error: STACK_TRACE_ERROR", "Test timed out")
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
// A file that cannot be loaded is a failure without tests.
console.log(report.numPassedTests, Math.max(report.numFailedTests, failures.length));
