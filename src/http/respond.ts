import { memoize } from "../async/once.ts";
import { internalError, QrError, statusOf } from "../errors.ts";
import type { Message } from "../messages/message.ts";
import { toHeader } from "../messages/wire.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import type { Picture } from "../picture.ts";
import type { Slot } from "../work/gate.ts";

export const NOT_ALLOWED = "{method} is not allowed on {path}: use {allow}";

/** A response as a plain record. Creating a Response object would take a third as long as drawing a picture. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}

export function toResponse({ body, ...init }: Reply): Response {
  // Cloudflare Workers would compress a body that has a Content-Encoding header a second time.
  const inits: ResponseInit & { readonly encodeBody: "manual" } = { ...init, encodeBody: "manual" };
  return new Response(body as BodyInit | null, inits);
}

const ALWAYS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Retry-After, X-Error-Code, X-Error-Field, X-Error-Rule",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Headers of a 304 response to a request for a picture. Pages on any origin can show pictures. */
const UNCHANGED = {
  ...ALWAYS,
  "Cache-Control": "public, max-age=86400",
  "Cross-Origin-Resource-Policy": "cross-origin",
  ETag: "",
} as const;
const PICTURE = { ...UNCHANGED, "Content-Type": "", "Content-Length": "" } as const;

/** The content types of images that browsers open as pages. */
const PAGES: ReadonlySet<string> = new Set(
  Object.values(formats).flatMap(({ page, contentType }) => (page ? [contentType] : [])),
);

/** The file names of files for print, which most browsers save. */
const FILE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values<FormatRow>(formats).flatMap(({ print, contentType, extension }) =>
    print ? [[contentType, `inline; filename="qr-code.${extension}"`] as const] : [],
  ),
);

/** A browser that opens an SVG as a page must not run or load anything from it. The SVG's logo is a data URI. */
const POLICY = { "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox" } as const;
const PAGE_PICTURE = { ...PICTURE, ...POLICY } as const;

const encoder = new TextEncoder();

/** Responds with a picture, or with 304 if the client already has it. `tagOf` returns the entity tag. The headers are a
 *  copy of a complete record, with some values replaced. Adding properties to the copy would be a hundred times
 *  slower. */
export function pictureResponse(
  { contentType, body }: Picture,
  ifNoneMatch: string | null = null,
  tagOf = etagOf,
): Reply {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const etag = tagOf(bytes);
  if (isNamed(etag, ifNoneMatch)) {
    const headers: Record<string, string> = { ...UNCHANGED };
    headers.ETag = etag;
    return { status: 304, headers, body: null };
  }
  const headers: Record<string, string> = PAGES.has(contentType) ? { ...PAGE_PICTURE } : { ...PICTURE };
  headers.ETag = etag;
  headers["Content-Type"] = contentType;
  headers["Content-Length"] = String(bytes.length);
  const fileName = FILE_NAMES.get(contentType);
  if (fileName !== undefined) headers["Content-Disposition"] = fileName;
  return { status: 200, headers, body: bytes };
}

/** Returns `reply` with more headers, which pages on any origin can read. */
export function withExposed(reply: Reply, more: Readonly<Record<string, string>>): Reply {
  const name = "Access-Control-Expose-Headers";
  const exposed = [ALWAYS[name], ...Object.keys(more)].join(", ");
  return { ...reply, headers: { ...reply.headers, ...more, [name]: exposed } };
}

const PAGE_TYPE = "text/html; charset=utf-8";

/** Responds with `reply`, or with 304 and the headers `both` if the client already has the version that `etag` names. */
function revalidated(reply: Reply, ifNoneMatch: string | null, etag: string, both: Reply["headers"]): Reply {
  const headers = { ...ALWAYS, ...both, ETag: etag };
  if (isNamed(etag, ifNoneMatch)) return { status: 304, headers, body: null };
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

/** Responds with a page, or with 304 if the client already has it. */
export function pageResponse(html: string | Uint8Array, policy: string, ifNoneMatch: string | null): Reply {
  const bytes = typeof html === "string" ? encoder.encode(html) : html;
  const both = { "Content-Security-Policy": policy, "Cache-Control": "no-cache" };
  const reply = { status: 200, headers: { "Content-Type": PAGE_TYPE }, body: bytes };
  return revalidated(reply, ifNoneMatch, etagOf(bytes), both);
}

/** Responds with the file of a link, or with 304 if the client already has it. */
export function fileResponse(
  {
    contentType,
    disposition,
    body,
  }: { readonly contentType: string; readonly disposition: string; readonly body: string },
  ifNoneMatch: string | null,
): Reply {
  const bytes = encoder.encode(body);
  const headers = { "Content-Type": contentType, "Content-Disposition": disposition };
  return revalidated({ status: 200, headers, body: bytes }, ifNoneMatch, etagOf(bytes), {
    "Cache-Control": "no-cache",
  });
}

/** Responds with a file of a site, or with 304 if the client already has it. Pass the same `bytes` object for each
 *  request for a file, because its entity tag is cached. `forever` is for files whose names change with their content;
 *  browsers revalidate all others. */
export function siteResponse(bytes: Uint8Array, type: string, forever: boolean, ifNoneMatch: string | null): Reply {
  const caching = forever ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = { "Content-Type": type, ...(PAGES.has(type) && POLICY) };
  return revalidated({ status: 200, headers, body: bytes }, ifNoneMatch, keptEtagOf(bytes), {
    "Cache-Control": caching,
  });
}

export const JSON_ANSWER = { ...ALWAYS, "Content-Type": "application/json", "Cache-Control": "no-store" } as const;

export function jsonResponse(value: unknown, status = 200, more: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...JSON_ANSWER, ...more }, body: JSON.stringify(value) };
}

/** Responds with a stream of JSON. Requests pieces only as the client reads, and stops when the client disconnects. Frees
 *  `slot` when the response ends. If another request needs the space of `slot` while the client is not reading, calls
 *  `hangUp`. Without `hangUp`, aborts only the response. */
export function jsonStreamResponse(pieces: AsyncGenerator<string>, slot: Slot, hangUp?: () => void): Response {
  return streamResponse(pieces, JSON_ANSWER, slot, hangUp);
}

/** Responds with a PDF, like `jsonStreamResponse`. */
export function pdfStreamResponse(
  parts: AsyncGenerator<Uint8Array>,
  name: string,
  slot: Slot,
  hangUp?: () => void,
): Response {
  const headers = {
    ...ALWAYS,
    "Cache-Control": "no-store",
    "Content-Type": formats.pdf.contentType,
    "Content-Disposition": `inline; filename="${name}"`,
  };
  return streamResponse(parts, headers, slot, hangUp);
}

function streamResponse(
  pieces: AsyncGenerator<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
  slot: Slot,
  hangUp?: () => void,
): Response {
  const end = async () => {
    slot.leave();
    await pieces.return(undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      slot.resume();
      try {
        const { done, value } = await pieces.next();
        if (done) {
          slot.leave();
          return controller.close();
        }
        controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        slot.wait(() => {
          if (hangUp) hangUp();
          else controller.error(new HungUp());
          void end();
        });
      } catch (error) {
        slot.leave();
        throw error;
      }
    },
    cancel: end,
  });
  return new Response(body, { headers });
}

/** The error that aborts a response. It has the code of a client disconnect, because hosts do not log that code. */
class HungUp extends Error {
  readonly code = "ERR_STREAM_PREMATURE_CLOSE";
}

/** Returns a copy of `answer` with the headers that every response has, and `Cache-Control: no-store`. */
export function withCommonHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...ALWAYS, "Cache-Control": "no-store" })) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

export function movedResponse(location: string): Reply {
  return { status: 308, headers: { ...ALWAYS, Location: location }, body: null };
}

export function emptyResponse(): Reply {
  return { status: 204, headers: { ...ALWAYS, "Cache-Control": "no-store" }, body: null };
}

/** The error for a client that is over a limit. `seconds` is the time to wait before the next attempt, at least 1. */
export class OverLimit extends QrError {
  readonly seconds: number;

  constructor(message: Message, seconds: number) {
    super("RATE_LIMITED", message);
    this.seconds = seconds;
  }
}

/** Returns the response for a thrown error, and passes unexpected errors and the causes of QrErrors to `report`. An error
 *  that is not a QrError becomes a 500 without details. */
export function errorResponse(error: unknown, report: (error: unknown) => void): Reply {
  const known = error instanceof QrError ? error : internalError(error);
  if (known !== error || known.cause !== undefined) report(known.cause);
  return refusalResponse(known);
}

/** Responds with `error`. `retryAfter`, in seconds, becomes the Retry-After header. By default, this is the property
 *  `seconds` of the error, and 1 for any other 503. */
export function refusalResponse(error: QrError, retryAfter = waitOf(error)): Reply {
  const status = statusOf(error);
  return jsonResponse({ error: error.message }, status, {
    ...forPrograms(error),
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
  });
}

function waitOf(error: QrError & { readonly seconds?: number }): number | undefined {
  return error.seconds ?? (statusOf(error) === 503 ? 1 : undefined);
}

/** Returns the error response `reply` with an HTML page as its body. */
export function errorPageResponse(
  reply: Reply,
  { html, policy, lang }: { readonly html: string; readonly policy: string; readonly lang: string },
): Reply {
  const page = {
    "Content-Type": PAGE_TYPE,
    "Content-Security-Policy": policy,
    "Content-Language": lang,
    Vary: "Accept, Accept-Language",
  };
  return { ...reply, headers: { ...reply.headers, ...page }, body: html };
}

function forPrograms(error: QrError): Record<string, string> {
  const rule = toHeader(error);
  return {
    "X-Error-Code": error.code,
    ...(error.field !== undefined && { "X-Error-Field": error.field }),
    ...(rule !== undefined && { "X-Error-Rule": rule }),
  };
}

export function methodNotAllowed(method: string, path: string, allow: string): Reply {
  const error = new QrError("METHOD_NOT_ALLOWED", { rule: NOT_ALLOWED, values: { method, path, allow } });
  return jsonResponse({ error: error.message }, statusOf(error), {
    ...forPrograms(error),
    Allow: allow,
  });
}

/** Responds to OPTIONS, including CORS preflights. */
export function optionsResponse(allow: string): Reply {
  return {
    status: 204,
    headers: {
      ...ALWAYS,
      Allow: allow,
      // Pages may send any method and header, so that they can read the error. In browsers, * does not include
      // Authorization.
      "Access-Control-Allow-Methods": `${allow}, *`,
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Max-Age": "86400",
    },
    body: null,
  };
}

/** Returns a strong entity tag: a 64-bit hash of `bytes`, in base 36. The tag depends on nothing else, so that equal
 *  bytes have equal tags on every server and after every update. The hash need not be cryptographic, because a tag is
 *  only compared with earlier tags of its URL. */
export function etagOf(bytes: Uint8Array): string {
  // Reading two 32-bit words at a time requires an offset that is a multiple of 4.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, (aligned.length >> 3) << 1);
  let a = 0x9e3779b9 ^ bytes.length;
  let b = 0x85ebca6b;
  for (let i = 0; i < words.length; i += 2) {
    a = (Math.imul(a ^ (words[i] as number), 0x85ebca77) + (words[i + 1] as number)) | 0;
    a ^= a >>> 15;
    b = (Math.imul(b ^ (words[i + 1] as number), 0xc2b2ae3d) + a) | 0;
    b ^= b >>> 13;
  }
  for (let i = words.length * 4; i < aligned.length; i++) {
    a = Math.imul(a ^ (aligned[i] as number), 0x85ebca77) | 0;
    a ^= a >>> 15;
    b = (Math.imul(b, 0xc2b2ae3d) + a) | 0;
    b ^= b >>> 13;
  }
  return `"${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}"`;
}

/** Returns the result of `etagOf`, which is cached for each array. An array must not change after the first call. */
export const keptEtagOf: (bytes: Uint8Array) => string = /* @__PURE__ */ memoize(etagOf, new WeakMap());

/** Returns whether an If-None-Match header contains `etag`, by weak comparison. RFC 9110, 13.1.2. */
export function isNamed(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
