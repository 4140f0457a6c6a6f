import { workerEndpoint } from "../work/web-worker.ts";
import { serveWork } from "../work/wire.ts";
import { createPictureWork, memoryOf, type PageMessage } from "./work.ts";

/** The program of a pool's worker in browsers: runs jobs until it is ended. */
if (!("postMessage" in globalThis)) {
  throw new Error(
    "isoqr/worker is the program of a browser's worker: on Node, createPool of isoqr/workers starts threads by itself",
  );
}
const page = pageOfWorker();
const loadTools = async () => (await import("./browser-logos.ts")).createTools(await page);
serveWork(createPictureWork(loadTools), workerEndpoint(), memoryOf);

/** Resolves to the port to the page of this worker. */
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
