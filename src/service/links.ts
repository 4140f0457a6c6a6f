import type { CreatedLink, QrApi } from "../api.ts";
import { segmentText } from "../core/core.ts";
import { createToken, type Hash, hex, idsFor, sha256, TOKEN } from "../link-id.ts";
import { checkOptions } from "../options/parse.ts";
import type { LinkStore } from "../ports.ts";
import { invalidToken, noSuchLink, tokenMissing, wrongToken } from "../stores/store-errors.ts";

/** Returns the link operations on `store`. `hash` determines the ids; tests replace it to cause collisions. */
export function createLinks(
  store: LinkStore,
  hash: Hash = sha256,
): Pick<QrApi, "createLink" | "readLink" | "removeLink"> {
  return {
    async createLink(words) {
      const data = checkLinkText(words.data);
      const token = words.token === undefined ? createToken() : checkToken(words.token);
      return create(store, data, token, await idsFor(data, hash));
    },

    async readLink(id) {
      const link = await store.find(id);
      if (!link) throw noSuchLink();
      return link.data;
    },

    async removeLink(id, token) {
      if (!token) throw tokenMissing();
      const tokenHash = await hashOfToken(token);
      const stored = await store.remove({ id, tokenHash });
      if (stored === undefined) throw noSuchLink();
      if (!sameText(tokenHash, stored)) throw wrongToken();
    },
  };
}

/** Returns `text`, the text of a link. @throws {QrError} if it is missing, invalid, or too long for any QR code. */
export function checkLinkText(text: unknown): string {
  const { data } = checkOptions({ data: text });
  segmentText(data, { ec: "L" });
  return data;
}

function checkToken(token: unknown): string {
  if (typeof token === "string" && TOKEN.test(token)) return token;
  throw invalidToken();
}

/** Creates the link under the first of `ids` that is free or already belongs to `data`. Resolves to its id, and to
 *  `token` if it can delete the link. */
async function create(store: LinkStore, data: string, token: string, ids: readonly string[]): Promise<CreatedLink> {
  const tokenHash = await hashOfToken(token);
  for (const id of ids) {
    const link = await store.add({ id, data, tokenHash });
    if (link.data !== data) continue;
    return sameText(link.tokenHash, tokenHash) ? { id, token } : { id };
  }
  throw new Error("all ids for the data are taken by other links");
}

async function hashOfToken(token: string): Promise<string> {
  return hex(await sha256(new TextEncoder().encode(token)));
}

/** Compares two strings in constant time. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
