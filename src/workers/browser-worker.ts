import { workerEndpoint } from "../work/web-worker.ts";
import { serveWork } from "../work/wire.ts";
import type { DrawingTools } from "./drawing.ts";
import { createPictureWork, memoryOf, type PageMessage } from "./work.ts";

/** The program of a worker in browsers. It runs jobs until it is terminated. */
if (!("postMessage" in globalThis)) {
  throw new Error(
    "isoqr/worker must run in a web worker: on Node, createPool from isoqr/workers starts threads automatically",
  );
}
const page = pageOfWorker();
serveWork(createPictureWork(loadTools), workerEndpoint(), memoryOf);

async function loadTools(): Promise<DrawingTools> {
  const [{ createPageTools }, port] = await Promise.all([import("./page-tools.ts"), page]);
  return createPageTools(port);
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
