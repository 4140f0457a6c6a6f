import { parentPort } from "node:worker_threads";
import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import "../core/fast.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { portEndpoint } from "../work/node-worker.ts";
import { serveWork } from "../work/wire.ts";
import type { DrawingTools } from "./drawing.ts";
import { createPictureWork, memoryOf } from "./work.ts";

/** The program of a thread on Node. It runs jobs until it is terminated. */
if (!parentPort) throw new Error("worker-node.js must run as a worker thread: isoqr/workers starts it");
serveWork(createPictureWork(loadTools), portEndpoint(parentPort), memoryOf);

/** Logos are fetched from public addresses only, because their URLs may come from untrusted input. */
async function loadTools(): Promise<DrawingTools> {
  const [{ createLogoDrawer }, { createLogoFetcher }] = await Promise.all([
    import("../logo/host/drawer.ts"),
    import("../logo/host/fetcher.ts"),
  ]);
  return { logos: createLogoFetcher(), drawLogo: createLogoDrawer(readPackageFile, inflate), drawCaption, outlineLogo };
}

async function drawCaption(job: CaptionJob): Promise<Caption> {
  return (await import("../card/installed.ts")).drawCaption(job);
}

async function outlineLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return (await import("../card/installed.ts")).outlineLogo(bytes);
}
