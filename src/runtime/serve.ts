import { nodeProblem } from "./node-version.ts";
import { holdSignals } from "./serving.ts";

/** The program behind `npm start`. It checks the version of Node.js before importing the server, because older versions
 *  would reject the imports with a stack trace. */
const problem = nodeProblem();

if (problem) {
  console.error(`isoqr cannot start: ${problem}`);
  process.exitCode = 1;
} else {
  const signals = holdSignals();
  void import("./server-program.ts").then(({ serve }) => serve(process.argv.slice(2), signals));
}
