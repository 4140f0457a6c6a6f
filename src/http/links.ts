import type { ApiCall, CreatedLink, QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import type { LinkContent } from "../links/text.ts";
import { type Format, formatOfExtension, formats } from "../options/formats.ts";
import { pictureSize } from "../options/frames.ts";
import { logoOf, needsHost } from "../options/logo.ts";
import { checkOptions, overLook, type RawOptions } from "../options/parse.ts";
import { readJson, readQuery } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import { pageForColor } from "../render/colors.ts";
import { withBody } from "./body.ts";
import type { Calls } from "./limits.ts";
import { acceptedLanguages, LINK_PATH, SHARED_PATH } from "./link-paths.ts";
import {
  emptyResponse,
  fileResponse,
  jsonResponse,
  methodNotAllowed,
  pageResponse,
  pictureResponse,
  type Reply,
} from "./respond.ts";
import { type Context, NothingFound, type Routes } from "./router.ts";
import type { BaseUrl } from "./settings.ts";
import type { ShareFile } from "./share/file.ts";
import type { SharedLink, SharePage } from "./share/page.ts";

const NO_FILE = "this link has no .{extension} file: open its page to see what it contains";

export const TOKEN_IN_URL = "{field} must be sent in the body of a POST request, because URLs are logged";

/** The functions `sharePage` and `shareFile`. Hosts can load them on demand, because they are a quarter of the size of
 *  all other modules together. */
export interface ShareWork {
  sharePage(link: SharedLink): SharePage | Promise<SharePage>;
  shareFile(data: string, extension: string): ShareFile | undefined | Promise<ShareFile | undefined>;
}

interface LinkRoutesHost {
  readonly share: ShareWork;
  /** The start of URLs in responses. Default: the origin of each request. */
  readonly baseUrl?: BaseUrl;
  readonly calls: Calls;
}

export function addLinkRoutes(routes: Routes, api: QrApi, host: LinkRoutesHost): void {
  const { share, baseUrl = originOf, calls } = host;
  const baseOf = (request: Request) => (typeof baseUrl === "string" ? baseUrl : baseUrl(request));
  const readerOf = (request: Request) => ({ base: baseOf(request), accepted: acceptedLanguages(request) });
  const created = (request: Request, link: CreatedLink) => jsonResponse(addressesOf(link, baseOf(request)));

  routes.get("/api/i", async ({ request, path, search }) => {
    // HEAD creates no link, because the response could not contain its token.
    if (request.method === "HEAD") return methodNotAllowed("HEAD", path, "GET, POST, OPTIONS");
    const input = readQuery(search);
    if (input.token !== undefined) throw tokenInAddress();
    return created(request, await api.createLink(input, calls.of(request)));
  });
  routes.post("/api/i", async ({ request }) => {
    const call = calls.of(request);
    const create = (input: RawOptions) => api.createLink(input, call);
    return created(request, await withBody(request, readJson, create, call));
  });
  routes.delete(
    "/api/i/:id",
    async ({ request, path }) => {
      await api.removeLink(path.slice("/api/i/".length), bearerToken(request.headers.get("Authorization")));
      return emptyResponse();
    },
    LINK_PATH,
  );
  routes.get(
    "/i/:name",
    (context) => {
      const [, id = "", extension = ""] = SHARED_PATH.exec(context.path) ?? [];
      const format = formatOfExtension(extension);
      if (format !== undefined) return picture(context, id, format);
      return extension === "" ? page(context, id) : file(context, id, extension);
    },
    SHARED_PATH,
  );

  async function picture({ request, search }: Context, id: string, format: Format): Promise<Reply> {
    const { data, design } = await api.readLink(id);
    const query = readQuery(search);
    const call = calls.picture(request);
    const drawn = await drawLink(api, { ...overLook(design, query), data, format }, call);
    const reply = pictureResponse(drawn, request.headers.get("If-None-Match"));
    if (query.download === undefined || reply.status !== 200) return reply;
    const disposition = `attachment; filename="qr-${id}.${formats[format].extension}"`;
    return { ...reply, headers: { ...reply.headers, "Content-Disposition": disposition } };
  }

  async function page({ request }: Context, id: string): Promise<Reply> {
    const { data, design } = await api.readLink(id);
    const call = calls.picture(request);
    const input = { ...design, data, format: "svg" };
    const svg = data.length > MAX_INLINED ? undefined : textOf((await drawOnPage(api, input, call)).body);
    const size = pictureSize(checkOptions(input));
    const link = { id, data, svg, size, ...readerOf(request), ...looksOf(design) };
    const { html, policy, secret, lang } = await share.sharePage(link);
    const { headers, ...reply } = pageResponse(html, policy, secret ? null : request.headers.get("If-None-Match"));
    const { ETag = "", ...others } = headers;
    const caching = secret ? { "Cache-Control": "no-store" } : { ETag };
    const language = { "Content-Language": lang, Vary: "Accept-Language" };
    return { ...reply, headers: { ...others, ...NOINDEX, ...language, ...caching } };
  }

  /** Responds with the contact or the event of a link as a file. */
  async function file({ request }: Context, id: string, extension: string): Promise<Reply> {
    const { data } = await api.readLink(id);
    const found = await share.shareFile(data, extension);
    if (found) {
      const reply = fileResponse(found, request.headers.get("If-None-Match"));
      return { ...reply, headers: { ...reply.headers, ...NOINDEX } };
    }
    throw new NothingFound({ rule: NO_FILE, values: { extension } });
  }
}

/** Maximum length of a text whose code is drawn for its page. Codes of longer texts are too large to be inlined. */
export const MAX_INLINED = 250;

/** Keeps pages and files out of search engines. Pages repeat this in a meta tag, because saved copies have no headers. */
const NOINDEX = { "X-Robots-Tag": "noindex" } as const;

/** Returns whether a design has a frame, and whether its code needs a dark background. The main colour of the modules is
 *  `color`, or the first colour of `gradient`. */
function looksOf(design: LinkContent["design"]) {
  const { gradient, color: solid, bg, frame } = design ?? {};
  const color = /[0-9a-f]{6}/.exec(String(gradient ?? solid ?? ""))?.[0];
  const isLight = color !== undefined && pageForColor(color) === "000000";
  return { isFramed: frame !== undefined, needsDark: bg === "transparent" && isLight };
}

function addressesOf({ id, token }: CreatedLink, base: string): Record<string, string> {
  const url = `${base}/i/${id}`;
  return { id, url, image: `${url}.png`, svg: `${url}.svg`, ...(token !== undefined && { token }) };
}

/** Draws the QR code on the page of a link. Omits its logo and caption if they cannot be drawn, for example because the
 *  server of the logo is down or the client is over its limit. The page is useful without them. */
async function drawOnPage(api: QrApi, input: RawOptions, call: ApiCall): Promise<Picture> {
  try {
    return await drawLink(api, input, call);
  } catch (error) {
    const { logo: _, logoData: __, caption: ___, ...others } = input;
    if (!needsHost(input) || !(error instanceof QrError)) throw error;
    const isAboutArt = /^(LOGO_|BUSY|NOT_SUPPORTED|RATE_LIMITED)/.test(error.code) || error.field === "caption";
    if (isAboutArt) return drawLink(api, others, call);
    throw error;
  }
}

/** Draws the QR code of a link. If the text is too long for the default error correction level, and the request has
 *  neither a level nor a logo, draws at level L. */
async function drawLink(api: QrApi, input: RawOptions, call: ApiCall): Promise<Picture> {
  try {
    return await api.generate(input, call);
  } catch (error) {
    const free = input.ec === undefined && logoOf(input) === undefined;
    const isLong = error instanceof QrError && error.code === "DATA_TOO_LONG";
    if (free && isLong) return api.generate({ ...input, ec: "L" }, call);
    throw error;
  }
}

/** Returns the error for a token in the query. Tokens must not be in URLs, which end up in logs and browser
 *  histories. */
export function tokenInAddress(): QrError {
  return new QrError("INVALID_OPTION", { field: "token", rule: TOKEN_IN_URL });
}

/** Returns the bearer token of an Authorization header, if it has one. RFC 6750, 2.1. */
function bearerToken(header: string | null): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? "")?.[1];
}

function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

export function originOf({ url }: Request): string {
  return new URL(url).origin;
}
