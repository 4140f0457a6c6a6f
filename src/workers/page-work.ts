import { QrError } from "../errors.ts";
import type { HeavyJobs } from "../ports.ts";
import { serveHeavyWork } from "../work/heavy-pool.ts";
import { performHere } from "../work/perform.ts";
import type { PoolWorker } from "../work/pool-rules.ts";
import { watchWorker } from "../work/web-worker.ts";

/** What a page does for its workers, which cannot do it. */
export type PageJobs = Pick<HeavyJobs, "drawLogo">;

/** The first message to a worker: a port at whose end its page is. */
export interface PageMessage {
  readonly page: MessagePort;
}

/** `worker` as a pool wants it, with this page at its service. What draws is loaded for the first logo. */
export function attendWorker(worker: Worker): PoolWorker {
  const { port1, port2 } = new MessageChannel();
  const work = performHere<PageJobs>({
    async drawLogo(job) {
      if (job.kind === "svg" && !("Image" in globalThis)) throw pageless();
      const { openLogo } = await import("../logo/host/canvas.ts");
      return (await openLogo(new Uint8Array(job.bytes))).draw(job);
    },
  });
  serveHeavyWork(work, port1);
  const message: PageMessage = { page: port2 };
  worker.postMessage(message, [port2]);
  const watched = watchWorker(worker);
  return {
    ...watched,
    terminate() {
      port1.close();
      watched.terminate();
    },
  };
}

/** The pool was made by a worker, or on Deno. */
function pageless(): QrError {
  const rule = "is an SVG, which is drawn by a page: create the pool on the page, or send a PNG, JPEG or WebP";
  return new QrError("NOT_SUPPORTED", 501, rule, "logo");
}

/** The port to the page of this worker. */
export function pageOfWorker(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<Partial<PageMessage> | undefined>) => {
      if (!(data?.page instanceof MessagePort)) return;
      globalThis.removeEventListener("message", hear as EventListener);
      resolve(data.page);
    };
    globalThis.addEventListener("message", hear as EventListener);
  });
}
