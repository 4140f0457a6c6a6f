import { parentPort } from "node:worker_threads";
import type { Pixels } from "../../../decoders/pixels.ts";
import { quirc } from "../../../decoders/quirc.ts";

/** Runs quirc in a separate thread. */

parentPort?.on("message", async (pixels: Pixels) => {
  parentPort?.postMessage(await quirc.read(pixels).catch(() => undefined));
});
parentPort?.postMessage("ready");
