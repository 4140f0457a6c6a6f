import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run differential -- --base COMMIT`: sends the same random requests, calls and commands to the version at COMMIT and
 *  to the working tree, and prints all answers that differ. Exits with 1 if there are any. Options: `--count` (20000),
 *  `--seed` (1), `--kinds http,library` runs only these kinds of operations, and `--only 17,230` only the operations
 *  with these numbers, in full length. */
await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)));
