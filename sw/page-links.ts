import { idsFor, sha256 } from "../src/link-id.ts";
import { CAPACITY, type DeviceLink, type DeviceLinks } from "../src/stores/indexeddb.ts";
import { askController, type News } from "./messages.ts";
import { isToken, type OutboxState } from "./outbox.ts";

/** The links of this device, as its pages see them. */
export interface PageLinks {
  list(): Promise<readonly DeviceLink[]>;
  /** Removes a link here and on the server; needs no token. Resolves to whether there was a link. */
  remove(id: string): Promise<boolean>;
  /** Exports all links as JSON, including the tokens that delete them from the server. */
  export(): Promise<string>;
  /** Adds the links of an export, and keeps existing ones as they are. Resolves to the number of new links.
   *  @throws {Error} if `json` is not an export; then nothing is added. */
  import(json: string): Promise<number>;
}

/** Maximum characters of an export, and of a text: a code holds at most 7089 digits. */
const MOST_JSON = 512 * 1024 * 1024;
const LONGEST_TEXT = 7089;
/** Milliseconds before and after 1970 that are dates (ECMA-262, 21.4.1.1). */
const MOST_TIME = 8.64e15;

/** Links that are checked, and stored, at once. */
const LOT = 1_000;

/** Creates the links of a page. `changed` is called when the server may have to be informed; `judge` resolves to the index of
 *  the first text that the service rejects, or to -1. */
export function createPageLinks(
  links: DeviceLinks,
  changed: () => void,
  judge: (texts: readonly string[]) => Promise<number>,
): PageLinks {
  return {
    list: () => links.list(),
    async remove(id) {
      if (typeof id !== "string") throw new TypeError("give the id of a link, as list() has it");
      const link = await links.find(id);
      if (!link) return false;
      await links.remove(link);
      changed();
      return true;
    },
    async export() {
      return JSON.stringify({ isoqr: 1, links: await links.list() });
    },
    async import(json) {
      const read = await readExport(json);
      for (let at = 0; at < read.length; at += LOT) {
        const bad = await judge(read.slice(at, at + LOT).map(({ data }) => data));
        if (bad >= 0) throw damaged(at + bad);
      }
      let added = 0;
      for (let at = 0; at < read.length; at += LOT) added += await links.restore(read.slice(at, at + LOT));
      changed();
      return added;
    },
  };
}

async function readExport(json: string): Promise<readonly DeviceLink[]> {
  const wrong = new Error("this is no export of links: give the text that export() gave");
  if (typeof json !== "string" || json.length > MOST_JSON) throw wrong;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw wrong;
  }
  const { isoqr, links } = (value ?? {}) as { isoqr?: unknown; links?: unknown };
  if (isoqr !== 1 || !Array.isArray(links)) throw wrong;
  if (links.length > CAPACITY) throw new Error(`the export has more links than the ${CAPACITY} a device keeps`);
  return Promise.all(links.map(readLink));
}

/** Checks a link of an export. The id must match the text: a wrong one would show people a different text. */
async function readLink(value: unknown, at: number): Promise<DeviceLink> {
  const { id, data, tokenHash, created, serverToken } = (value ?? {}) as Record<string, unknown>;
  const sound = typeof id === "string" && typeof data === "string" && typeof tokenHash === "string";
  const fits = sound && data.length > 0 && data.length <= LONGEST_TEXT && /^[0-9a-f]{64}$/.test(tokenHash);
  if (!fits || !(await idsFor(data, sha256)).includes(id)) throw damaged(at);
  const isTime = typeof created === "number" && Math.abs(created) <= MOST_TIME;
  return {
    ...{ id, data, tokenHash, state: "local", created: isTime ? created : 0 },
    ...(isToken(serverToken) && { serverToken }),
  };
}

function damaged(at: number): Error {
  return new Error(`links[${at}] of the export is damaged: export the links anew`);
}

/** The outbox as pages see it. The worker sends when a page asks, because sleeping workers have no timers. */
export interface PageOutbox {
  /** The number of links and deletions that the server does not know yet, as last reported to this page. */
  readonly pending: number;
  /** Sends now, and resolves to the number that is left. */
  flush(): Promise<number>;
  close(): void;
}

/** The shortest pause between two tries, in milliseconds. */
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
