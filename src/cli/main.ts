#!/usr/bin/env node
import { run } from "./program.ts";
import { processTerminal } from "./terminal.ts";

/** The program `isoqr`. The exit code is set and not forced, so that what was written still gets out. */
process.exitCode = undefined;
run(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
  // More input may never come.
  process.stdin.destroy();
});
