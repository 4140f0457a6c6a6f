import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoreExports } from "../core/abi.ts";
import { useCompleteCore } from "../core/core.ts";
import { fromRecord, type QrError, toRecord } from "../errors.ts";
import type { Draw } from "../render/draw.ts";
import { draw as drawShared } from "./library-host.ts";
import { preferOfferedCore } from "./strict-core.ts";

// The library for versions of Node.js that cannot require ES modules. To keep it small, it reads the core from a file, and
// imports the code of logos and captions from the ES modules.
export * from "../index.ts";

let exports: CoreExports | undefined;

useCompleteCore(() => {
  if (typeof WebAssembly === "object") exports ??= readCore();
  return exports;
});
preferOfferedCore();

function readCore(): CoreExports {
  const module = new WebAssembly.Module(readFileSync(join(__dirname, "../core.wasm")));
  return new WebAssembly.Instance(module).exports as unknown as CoreExports;
}

/** Rejects with errors of this module's class. ES modules have a QrError class of their own, so their errors are converted. */
export const draw: Draw = ((...given: Parameters<Draw>) =>
  drawShared(...given).catch((error: Error) => {
    throw error.name === "QrError" ? fromRecord(toRecord(error as QrError)) : error;
  })) as Draw;
