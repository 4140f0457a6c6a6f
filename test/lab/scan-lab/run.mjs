import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run scan-lab`: draws QR codes of all versions and levels in every style and with logos, damages them, and
 *  prints which of seven decoders read them. Writes results.json, and `npm run readme` writes its tables to
 *  docs/scan-lab.md. Options: `-- --quick` uses only a few pictures, and `-- --only dots,glare` only some styles and
 *  kinds of damage. `-- --optimize` compares rules for the version and the error correction level instead, and writes
 *  optimize.json. `-- --search` searches for better designs of random codes with logos instead, and writes
 *  search.json. `-- --looks` reads every preset, frame and logo of designs instead, and writes looks.json. `-- --shapes` reads every
 *  shape of designs, and writes shapes.json. Their
 *  `--only` separates looks with semicolons, and updates their results. `-- --grades` fits the score of scan checks to
 *  what other decoders read instead, and writes grades/results.json. */

const programs = {
  "--worker": "worker.ts",
  "--quirc": "grades/quirc-thread.ts",
  "--grades": "grades/main.ts",
  "--optimize": "optimize-main.ts",
  "--search": "search-main.ts",
  "--looks": "looks-main.ts",
  "--shapes": "looks-main.ts",
  "--pages": "pages-main.ts",
};
const [, program = "main.ts"] = Object.entries(programs).find(([flag]) => process.argv.includes(flag)) ?? [];
await runnerImport(fileURLToPath(new URL(program, import.meta.url)));
