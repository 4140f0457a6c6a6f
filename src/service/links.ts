import type { ApiCall, CreatedLink, QrApi } from "../api.ts";
import { segmentText } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { type Hash, hex, idsFor, sha256 } from "../links/id.ts";
import { beginsWithMark, joinLink, MAX_LINK_DESIGN, splitLink } from "../links/text.ts";
import { createToken, TOKEN } from "../links/token.ts";
import { logoInLink } from "../messages/logo-rules.ts";
import { checkOptions, type RawOptions, textIn } from "../options/parse.ts";
import { designNames, linkOptionNames, type QrOptions, type Row, table } from "../options/table.ts";
import type { LinkStore } from "../stores/store.ts";
import { invalidToken, noSuchLink, tokenMissing, wrongToken } from "../stores/store-errors.ts";

const MARKED = '{field} must not begin with "design" between NUL characters, which mark the design of a link';
const STORED_TEXT = "{field} must be the text of an isoqr link: export the links again";

/** Returns the link operations on `store`. `hash` determines the ids; tests replace it to cause collisions. Creates a link
 *  only if `check` accepts its options. */
export function createLinks(
  store: LinkStore,
  hash: Hash = sha256,
  check: (input: RawOptions, call?: ApiCall) => Promise<void> = async () => undefined,
): Pick<QrApi, "createLink" | "readLink" | "removeLink"> {
  return {
    async createLink(input, call) {
      const data = checkLinkText(input);
      const token = input.token === undefined ? createToken() : checkToken(input.token);
      const { design, ...content } = splitLink(data);
      if (design) await check({ ...design, ...content }, call);
      return create(store, data, token, await idsFor(data, hash));
    },

    async readLink(id) {
      const link = await store.find(id);
      if (!link) throw noSuchLink();
      return splitLink(link.data);
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

/** Returns the text of the link for `input`.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG if the data is too long for any QR code, or INVALID_OPTION. */
export function checkLinkText(input: RawOptions): string {
  const { data } = input;
  if (beginsWithMark(data)) throw new QrError("INVALID_OPTION", { field: "data", rule: MARKED });
  const chosen = Object.entries(input).filter(([name]) => (linkOptionNames as readonly string[]).includes(name));
  const options = checkOptions({ ...Object.fromEntries(chosen), data, format: "svg" });
  segmentText(options.data, { ec: "L" });
  const design = designOf(options);
  return joinLink({ data: textIn(options), ...(design && { design }) });
}

/** Returns `text`, the text of a link from an export. @throws {QrError} if no link has this text. */
export function checkStoredText(text: unknown): string {
  const { data, design } = typeof text === "string" ? splitLink(text) : { data: text };
  const checked = checkLinkText({ ...design, data });
  if (checked === text) return checked;
  throw new QrError("INVALID_OPTION", { field: "data", rule: STORED_TEXT });
}

/** Returns the look options that differ from their defaults; undefined if there are none.
 *  @throws {QrError} INVALID_OPTION if they are too long for a link. */
function designOf(options: QrOptions): RawOptions | undefined {
  const chosen = designNames.flatMap((name): [string, unknown][] => {
    const value = options[name];
    const row: Row = table[name];
    return value === undefined || ("default" in row && value === row.default) ? [] : [[name, value]];
  });
  if (chosen.length === 0) return undefined;
  const design = Object.fromEntries(chosen);
  if (JSON.stringify(design).length <= MAX_LINK_DESIGN) return design;
  const field = "logoData" in design ? "logoData" : "design";
  throw new QrError("INVALID_OPTION", { field, rule: logoInLink, values: { max: MAX_LINK_DESIGN >> 10 } });
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
