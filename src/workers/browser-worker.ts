import { cacheLogos } from "../logo/host/fetch-cache.ts";
import { pageLogos } from "../logo/host/page-fetcher.ts";
import { workerEndpoint } from "../work/web-worker.ts";
import { callWork, serveWork } from "../work/wire.ts";
import { createPictureWork, type LogoTools, memoryOf, type PageJobs, type PageMessage } from "./work.ts";

/** The program of a pool's worker in browsers. It runs jobs until it is terminated. */
if (!("postMessage" in globalThis)) {
  throw new Error(
    "isoqr/worker must run in a web worker: on Node, createPool from isoqr/workers starts threads automatically",
  );
}
const page = pageOfWorker();
serveWork(createPictureWork(loadTools), workerEndpoint(), memoryOf);

/** Raster logos are drawn here. SVGs are drawn by the page, because workers cannot load images. */
async function loadTools(): Promise<LogoTools> {
  const [{ openLogo }, port] = await Promise.all([import("../logo/host/canvas.ts"), page]);
  const { run } = callWork<PageJobs>(port);
  return {
    logos: cacheLogos(pageLogos),
    async drawLogo(job) {
      if (job.kind === "svg") return run({ name: "drawLogo", input: job });
      return (await openLogo(new Uint8Array(job.bytes))).draw(job);
    },
  };
}

function pageOfWorker(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<Partial<PageMessage> | undefined>) => {
      if (!(data?.page instanceof MessagePort)) return;
      globalThis.removeEventListener("message", listen as EventListener);
      resolve(data.page);
    };
    globalThis.addEventListener("message", listen as EventListener);
  });
}
