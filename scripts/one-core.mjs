import { fileURLToPath } from "node:url";

const inline = fileURLToPath(new URL("../src/core/generated/inline.ts", import.meta.url));

/** For what a page waits for: of the two cores the one that runs everywhere. What the other would gain is lost in the time
 *  to put a picture into a page, and it is a dozen kilobytes. */
export const oneCore = {
  name: "one-core",
  enforce: "pre",
  resolveId: (id) => (id === "#core" ? "\0one-core" : undefined),
  load: (id) => (id === "\0one-core" ? `export { scalar, scalar as simd } from ${JSON.stringify(inline)};` : undefined),
};
