import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:costs`: compares the costs of pictures in src/render/cost.ts with the time that they take. `-- --only
 *  "png 700"` measures only the pictures whose names contain this text. */

await runnerImport(fileURLToPath(new URL("costs/main.ts", import.meta.url)));
