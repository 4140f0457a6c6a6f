#!/usr/bin/env node
import { run } from "./program.ts";
import { processTerminal } from "./terminal.ts";

/** The program `isoqr`. Sets the exit code instead of exiting, so that all output is flushed. */
process.exitCode = undefined;
run(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
  // An open standard input would keep the process alive.
  process.stdin.destroy();
});
