#!/usr/bin/env node
import { nodeProblem } from "../runtime/node-version.ts";

/** The program `isoqr`. It checks the version of Node.js before importing the commands, because older versions would reject
 *  the imports with a stack trace. */
const problem = nodeProblem();

if (problem) {
  console.error(`isoqr: ${problem}`);
  process.exitCode = 1;
} else void main();

/** Sets the exit code instead of exiting, so that all output is flushed. */
async function main(): Promise<void> {
  process.exitCode = undefined;
  const [{ run }, { processTerminal }] = await Promise.all([import("./program.ts"), import("./terminal.ts")]);
  process.exitCode = await run(process.argv.slice(2), processTerminal());
  // An open standard input would keep the process alive.
  process.stdin.destroy();
}
