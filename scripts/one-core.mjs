import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../src/core/generated/small.ts", import.meta.url));

/** Replaces the package's two cores with a single one that has no SIMD and is compiled for size. Faster cores would
 *  add a dozen kilobytes to each page, and drawing is already much faster than inserting a picture into the page. */
export const oneCore = {
  name: "one-core",
  enforce: "pre",
  resolveId: (id) => (id === "#core" ? "\0one-core" : undefined),
  load: (id) =>
    id === "\0one-core" ? `export { small as scalar, small as simd } from ${JSON.stringify(file)};` : undefined,
};
