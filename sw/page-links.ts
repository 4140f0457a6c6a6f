import { QrError } from "../src/errors.ts";
import { idsFor, sha256 } from "../src/links/id.ts";
import { MAX_LINK_DESIGN } from "../src/links/text.ts";
import { exportDamaged, exportKind, exportLength } from "../src/messages/page-rules.ts";
import { CAPACITY, type DeviceLink, type DeviceLinks } from "../src/stores/indexeddb.ts";
import { askController, type OutboxMessage } from "./messages.ts";
import { isToken, type OutboxState } from "./outbox.ts";

/** The links on this device. */
export interface PageLinks {
  list(): Promise<readonly DeviceLink[]>;
  /** Removes a link from the device and the current server, without a token. Resolves to whether there was a link. */
  remove(id: string): Promise<boolean>;
  /** Exports all links as JSON, including the tokens needed to delete them from the server. */
  export(): Promise<string>;
  /** Adds the links from an export. Existing links stay unchanged. Resolves to the number of new links.
   *  @throws {Error} if `json` is not a valid export. In that case, nothing is added. */
  import(json: string): Promise<number>;
}

/** Maximum lengths, in characters, of an export and of the text of a link. A QR code holds at most 7089 characters,
 *  and the text may begin with a design. */
const MAX_JSON = 512 * 1024 * 1024;
const MAX_TEXT = 7089 + MAX_LINK_DESIGN + 16;
/** Maximum length of the URL of a server, in characters. */
const MAX_SERVER = 2_000;
/** The range of a Date: milliseconds before and after the Unix epoch (ECMA-262, 21.4.1.1). */
const MAX_TIME = 8.64e15;

/** Number of links to check or store at a time. */
const BATCH = 1_000;

/** Creates PageLinks. `judge` resolves to the index of the first text that the service rejects, or to -1. */
export function createPageLinks(
  links: DeviceLinks,
  changed: () => void,
  judge: (texts: readonly string[]) => Promise<number>,
): PageLinks {
  return {
    list: () => links.list(),
    async remove(id) {
      if (typeof id !== "string") throw new TypeError("id must be a string: the id of a link from list()");
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
      for (let at = 0; at < read.length; at += BATCH) {
        const bad = await judge(read.slice(at, at + BATCH).map(({ data }) => data));
        if (bad >= 0) throw damaged(at + bad);
      }
      let added = 0;
      for (let at = 0; at < read.length; at += BATCH) added += await links.restore(read.slice(at, at + BATCH));
      changed();
      return added;
    },
  };
}

async function readExport(json: string): Promise<readonly DeviceLink[]> {
  const wrong = new QrError("INVALID_OPTION", { rule: exportKind });
  if (typeof json !== "string" || json.length > MAX_JSON) throw wrong;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw wrong;
  }
  const { isoqr, links } = (value ?? {}) as { isoqr?: unknown; links?: unknown };
  if (isoqr !== 1 || !Array.isArray(links)) throw wrong;
  if (links.length > CAPACITY) throw new QrError("INVALID_OPTION", { rule: exportLength, values: { max: CAPACITY } });
  return Promise.all(links.map(readLink));
}

/** Reads a link from an export. Its id must match its text, so that a link always shows the text that it was created for. */
async function readLink(value: unknown, at: number): Promise<DeviceLink> {
  const { id, data, tokenHash, created, serverToken, server } = (value ?? {}) as Record<string, unknown>;
  const areStrings = typeof id === "string" && typeof data === "string" && typeof tokenHash === "string";
  const isValid = areStrings && data.length > 0 && data.length <= MAX_TEXT && /^[0-9a-f]{64}$/.test(tokenHash);
  if (!isValid || !(await idsFor(data, sha256)).includes(id)) throw damaged(at);
  const isTime = typeof created === "number" && Math.abs(created) <= MAX_TIME;
  const link = { id, data, tokenHash, state: "local", created: isTime ? created : 0 } as const;
  const isKnown = typeof server === "string" && server.length <= MAX_SERVER;
  return { ...link, ...(isToken(serverToken) && { serverToken, ...(isKnown && { server }) }) };
}

const damaged = (at: number) => new QrError("INVALID_OPTION", { rule: exportDamaged, values: { number: at } });

/** The outbox on a page. The page sets timers and asks the worker to send, because a stopped worker has no timers. */
export interface PageOutbox {
  /** The number of links and deletions not sent to the server yet, as last reported to this page. */
  readonly pending: number;
  /** Sends now. Resolves to the number of links and deletions that are left. */
  flush(): Promise<number>;
  close(): void;
}

/** The shortest pause between two attempts, in milliseconds. */
const MIN_WAIT = 200;

export function createPageOutbox(
  container: ServiceWorkerContainer,
  ready: Promise<void>,
  onChange: () => void,
): PageOutbox {
  let pending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function flush(eager: boolean): Promise<number> {
    await ready;
    if (closed || !container.controller) return pending;
    // A flush always ends before this timeout.
    update(await askController(container, "flush", { eager }, 60_000));
    return pending;
  }

  function update(state: OutboxState): void {
    const isChanged = state.pending !== pending;
    pending = state.pending;
    clearTimeout(timer);
    if (pending > 0 && !closed) timer = setTimeout(retry, Math.max(MIN_WAIT, state.wait));
    if (isChanged) onChange();
  }

  const retry = () => void flush(false).catch(() => undefined);
  const onOnline = () => void flush(true).catch(() => undefined);
  const onMessage = ({ data }: MessageEvent<OutboxMessage | undefined>) => {
    if (data?.isoqr === "outbox") update(data.state);
  };

  addEventListener("online", onOnline);
  container.addEventListener("message", onMessage);
  retry();
  return {
    get pending() {
      return pending;
    },
    flush: () => flush(true),
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", onOnline);
      container.removeEventListener("message", onMessage);
    },
  };
}
