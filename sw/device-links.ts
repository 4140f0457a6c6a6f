import { idsFor, sha256 } from "../src/service/link-id.ts";
import { CAPACITY, type DeviceLink, type DeviceLinks } from "../src/stores/indexeddb.ts";
import { isToken } from "./post.ts";

/** The links of this device, for its page. */
export interface PageLinks {
  list(): Promise<readonly DeviceLink[]>;
  /** Removes a link without its token, for the device is its own; a server that has it from here is told. Resolves to
   *  whether there was one. */
  remove(id: string): Promise<boolean>;
  /** All links as JSON: to be kept, or taken to another device. It holds the tokens that delete them from the server. */
  export(): Promise<string>;
  /** Adds the links of an export; those that are there stay as they are. Resolves to how many were new.
   *  @throws {Error} with one sentence when `json` is no export, and then adds nothing. */
  import(json: string): Promise<number>;
}

/** Characters of an export, and of a text: a code holds 7089 digits, and of everything else less. */
const MOST_JSON = 512 * 1024 * 1024;
const LONGEST_TEXT = 7089;
/** Milliseconds either way of 1970 that are dates (ECMA-262, 21.4.1.1). */
const MOST_TIME = 8.64e15;

/** What the page does for its links. */
export interface LinksHost {
  /** Hears when there may be something to tell the server. */
  changed(): void;
  /** Resolves to which of the texts is the first that the service would make no link of; to -1 for none. */
  judge(texts: readonly string[]): Promise<number>;
}

/** Links that are judged, and stored, at once. */
const LOT = 1_000;

export function createPageLinks(links: DeviceLinks, { changed, judge }: LinksHost): PageLinks {
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

/** A link of an export, checked: an id that is not the text's own would show people something else than they made. */
async function readLink(value: unknown, at: number): Promise<DeviceLink> {
  const { id, data, tokenHash, created, serverToken } = (value ?? {}) as Record<string, unknown>;
  const sound = typeof id === "string" && typeof data === "string" && typeof tokenHash === "string";
  const fits = sound && data.length > 0 && data.length <= LONGEST_TEXT && /^[0-9a-f]{64}$/.test(tokenHash);
  if (!fits || !(await idsFor(data, sha256)).includes(id)) {
    throw damaged(at);
  }
  return {
    ...{ id, data, tokenHash, state: "local", created: isTime(created) ? created : 0 },
    ...(isToken(serverToken) && { serverToken }),
  };
}

function damaged(at: number): Error {
  return new Error(`links[${at}] of the export is damaged: export the links anew`);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= MOST_TIME;
}
