import "../core/fast.ts";
import { preferOfferedCore } from "./strict-core.ts";

// The library for servers: the same functions with the faster core. Logos and captions are drawn in the calling thread,
// by optional packages. There are two builds. Node.js loads a single file. In the build for bundlers, `draw` has its
// own file, so that programs without it contain none of its code.
export * from "../index.ts";
export { draw } from "./library-host.ts";

preferOfferedCore();
