import type { OfflineHost, SyncEvent } from "./host.ts";
import type { OutboxMessage } from "./messages.ts";
import type { OutboxState } from "./outbox.ts";

/** The tag of Background Sync, with which the browser starts the worker when the network is available again, even without
 *  pages. */
const SYNC = "isoqr-outbox";
/** Maximum time in milliseconds that a "sync" event waits for the next attempt. */
const SYNC_PATIENCE = 5_000;

/** Creates the functions that send links to the server with `flushOutbox`, immediately and when the network is available
 *  again. */
export function createSync(host: OfflineHost, flushOutbox: (eager?: boolean) => Promise<OutboxState>) {
  /** Sends links to the server, and reports to the pages what is left. */
  async function send(eager?: boolean): Promise<OutboxState> {
    const state = await flushOutbox(eager);
    const message: OutboxMessage = { isoqr: "outbox", state };
    for (const page of await host.clients.matchAll({ type: "window" })) page.postMessage(message);
    return state;
  }

  /** Sends links during a "sync" event. Waits for the next attempt if it is due soon, because the browser repeats the event
   *  only after minutes. */
  async function sendOnSync(): Promise<OutboxState> {
    const state = await send(true);
    if (state.pending === 0 || state.wait > SYNC_PATIENCE) return state;
    await new Promise((resolve) => setTimeout(resolve, state.wait));
    return send(true);
  }

  return {
    /** Sends links now, and registers a "sync" event for the rest. Do not call this for "sync" events: the browser repeats
     *  these itself, and registering a tag during one would cause the next one immediately, without end. */
    async flush(eager?: boolean): Promise<OutboxState> {
      const state = await send(eager);
      const { sync } = host.registration;
      // Rejects if the user has turned off Background Sync. In that case, pages flush the outbox.
      const register = async () => (await sync?.getTags())?.includes(SYNC) || sync?.register(SYNC);
      if (state.pending > 0) await register().catch(() => undefined);
      return state;
    },
    /** For the "sync" event. Ignores other tags. */
    handle(event: Event | Pick<SyncEvent, "tag" | "waitUntil">): void {
      // After a rejection, the browser retries later.
      const check = ({ pending }: OutboxState) => pending > 0 && Promise.reject(new Error(`${pending} not sent yet`));
      if ("tag" in event && event.tag === SYNC) event.waitUntil(sendOnSync().then(check));
    },
  };
}
