import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { libraryUrl } from "../ours.mjs";

/** Measures memory before and after many encodes, in a separate process. */

const program = fileURLToPath(new URL("../memory-child.mjs", import.meta.url));

export async function measureMemory({ encodes }) {
  const args = ["--expose-gc", program, libraryUrl, String(encodes)];
  const { wasm, rss } = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  const entry = (name, value) => ({ name, best: value, median: value });
  const count = encodes.toLocaleString("en");
  return [
    {
      id: "memory wasm",
      label: `wasm memory, before and after ${count} encodes`,
      unit: "KiB",
      results: [entry("every version used once", wasm[0]), entry("afterwards", wasm[1])],
    },
    {
      id: "memory rss",
      label: `resident memory of the process, before and after ${count} encodes`,
      unit: "KiB",
      results: [entry("every version used once", rss[0]), entry("afterwards", rss[1])],
    },
  ];
}
