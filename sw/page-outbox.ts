import { askController, type News } from "./messages.ts";
import type { OutboxState } from "./outbox.ts";

/** The outbox, seen from a page: the worker does the telling, the page sees to it that it is not forgotten, for a worker
 *  sleeps and has no timers. */
export interface PageOutbox {
  /** How many links and deletions the server does not know of, as far as this page has heard. */
  readonly pending: number;
  /** Tries at once and resolves to how many are left. */
  flush(): Promise<number>;
  close(): void;
}

/** Milliseconds between tries that follow each other at once. */
const SHORTEST = 200;

export function createPageOutbox(
  container: ServiceWorkerContainer,
  ready: Promise<void>,
  heard: () => void,
): PageOutbox {
  let pending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function flush(eager: boolean): Promise<number> {
    await ready;
    if (closed || !container.controller) return pending;
    // One slice of a flush may take its time.
    take(await askController(container, "flush", { eager }, 60_000));
    return pending;
  }

  function take(state: OutboxState): void {
    const news = state.pending !== pending;
    pending = state.pending;
    clearTimeout(timer);
    if (pending > 0 && !closed) timer = setTimeout(tryAgain, Math.max(SHORTEST, state.wait));
    if (news) heard();
  }

  const tryAgain = () => void flush(false).catch(() => undefined);
  const networkIsBack = () => void flush(true).catch(() => undefined);
  const listen = ({ data }: MessageEvent<News | undefined>) => {
    if (data?.isoqr === "outbox") take(data.state);
  };

  addEventListener("online", networkIsBack);
  container.addEventListener("message", listen);
  tryAgain();
  return {
    get pending() {
      return pending;
    },
    flush: () => flush(true),
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", networkIsBack);
      container.removeEventListener("message", listen);
    },
  };
}
