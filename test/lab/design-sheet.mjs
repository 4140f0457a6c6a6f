import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run design-sheet -- [FILE]`: draws all presets, and typical designs of qr-code-styling with the same text, on one page
 *  (default: build/design-sheet.png), to compare them by eye. */
await runnerImport(fileURLToPath(new URL("design-sheet/main.ts", import.meta.url)));
