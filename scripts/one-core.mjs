import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../src/core/generated/small.ts", import.meta.url));

/** For what a page waits for: in the place of two cores one that runs everywhere, and is compiled to be small. What the others
 *  would gain is lost in the time to put a picture into a page, and they are a dozen kilobytes. */
export const oneCore = {
  name: "one-core",
  enforce: "pre",
  resolveId: (id) => (id === "#core" ? "\0one-core" : undefined),
  load: (id) =>
    id === "\0one-core" ? `export { small as scalar, small as simd } from ${JSON.stringify(file)};` : undefined,
};
