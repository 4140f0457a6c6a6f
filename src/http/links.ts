import type { CreatedLink, QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { readJson, readQuery } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import { BODY_LIMIT, withBody } from "./body.ts";
import {
  emptyResponse,
  errorPageResponse,
  jsonResponse,
  methodNotAllowed,
  pageResponse,
  pictureResponse,
} from "./respond.ts";
import type { Asked, Routes } from "./route.ts";
import { search } from "./search.ts";
import type { BaseUrl } from "./settings.ts";
import type { LinkFault } from "./share-fault.ts";
import type { SharedLink, SharePage } from "./share-page.ts";

/** Where a link is deleted, and where its pictures are; no store is asked for what cannot be an id. */
const ID = "[0-9A-Za-z]{10,43}";
const WHOLE_ID = new RegExp(`^${ID}$`);
const PICTURE = new RegExp(`^(${ID})\\.(png|svg)$`);

/** Draws the page behind a link, as sharePage does. */
export type DrawSharePage = (link: SharedLink | LinkFault) => SharePage | Promise<SharePage>;

/** Adds the routes of short links to `app`. Addresses in answers begin with `baseUrl`, else with the request's origin.
 *  `report` hears of what is behind an error that a page tells people of. */
export function addLinkRoutes(
  app: Routes,
  api: QrApi,
  report: (error: unknown) => void,
  sharePage: DrawSharePage,
  baseUrl?: BaseUrl,
): void {
  const baseOf = (c: Asked) => (typeof baseUrl === "function" ? baseUrl(c.req.raw) : (baseUrl ?? originOf(c)));
  const created = (c: Asked, link: CreatedLink) => jsonResponse(addressesOf(link, baseOf(c)));

  app.get("/api/i", async (c) => {
    // Who only looks makes no link, whose token would be lost with the body.
    if (c.req.raw.method === "HEAD") return methodNotAllowed("HEAD", c.req.path, "GET, POST, OPTIONS");
    const words = readQuery(search(c));
    if (words.token !== undefined) throw tokenInAddress();
    return created(c, await api.createLink(words));
  });
  app.post("/api/i", async (c) =>
    created(c, await withBody(c.req.raw, BODY_LIMIT, readJson, (words) => api.createLink(words))),
  );
  app.delete(`/api/i/:id{${ID}}`, async (c) => {
    await api.removeLink(c.req.param("id"), bearerToken(c.req.header("Authorization")));
    return emptyResponse();
  });
  // One route, for a request that fits several takes a router a third longer.
  app.get("/i/:name", (c) => {
    const name = c.req.param("name");
    const [, id, format] = PICTURE.exec(name) ?? [];
    return id === undefined || format === undefined ? page(c, name) : picture(c, id, format);
  });

  async function picture(c: Asked, id: string, format: string): Promise<Response> {
    const data = await api.readLink(id);
    const drawn = await drawLink(api, Object.assign({}, readQuery(search(c)), { data, format }));
    return pictureResponse(drawn, c.req.header("If-None-Match"));
  }

  /** The page behind a link; what is no link was mistyped. */
  async function page(c: Asked, id: string): Promise<Response> {
    const base = baseOf(c);
    try {
      if (!WHOLE_ID.test(id)) throw new QrError("NOT_FOUND", 404, "there is no such link: check its address");
      const data = await api.readLink(id);
      const { body } = await drawLink(api, { data, format: "svg" });
      const { html, policy } = await sharePage({ id, data, base, svg: textOf(body) });
      return pageResponse(html, policy, c.req.header("If-None-Match"));
    } catch (error) {
      if (!(error instanceof QrError) || !isForPeople(c)) throw error;
      return errorPageResponse(error, await sharePage({ fault: error.message, base }), report);
    }
  }
}

/** Whether it is a browser that asks, to show the answer to somebody. */
function isForPeople(c: Asked): boolean {
  return /\btext\/html\b/i.test(c.req.header("Accept") ?? "");
}

/** The short link of spec.md; the token only for the one who created it. */
function addressesOf({ id, token }: CreatedLink, base: string): Record<string, string> {
  const url = `${base}/i/${id}`;
  return { id, url, image: `${url}.png`, svg: `${url}.svg`, ...(token !== undefined && { token }) };
}

/** The picture at the usual level, or at L where the text is too long for that and nobody asked for another. */
async function drawLink(api: QrApi, words: RawOptions): Promise<Picture> {
  try {
    return await api.generate(words);
  } catch (error) {
    const free = words.ec === undefined && words.logo === undefined;
    if (free && error instanceof QrError && error.code === "DATA_TOO_LONG") return api.generate({ ...words, ec: "L" });
    throw error;
  }
}

/** Rejects a token in the address: ignoring it would lose it, and addresses end up in logs and browser histories. */
function tokenInAddress(): QrError {
  const rule = "must be sent in the body of a POST request: addresses are logged";
  return new QrError("INVALID_OPTION", 400, rule, "token");
}

/** The token of an Authorization header, or undefined where there is none of that scheme. RFC 6750, 2.1. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? "")?.[1];
}

function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

function originOf(c: Asked): string {
  return new URL(c.req.url).origin;
}
