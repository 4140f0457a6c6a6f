import { internalError, QrError } from "../errors.ts";
import { memoize } from "../once.ts";
import { formats } from "../options/formats.ts";
import type { Picture } from "../picture.ts";
import type { Place } from "./gate.ts";

/** A response as a plain record, since a Response object costs a third as much as the picture in it. Hosts of web-standard
 *  requests turn it into one with `toResponse`. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}

export function toResponse({ body, ...init }: Reply): Response {
  return new Response(body as BodyInit | null, init);
}

/** Headers of every answer: any page may read it, and nobody guesses its type. */
const ALWAYS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Retry-After, X-Error-Code, X-Error-Field",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Pictures may be shown by pages of other origins, embedder policies or not, and be kept for a day. */
const UNCHANGED = {
  ...ALWAYS,
  "Cache-Control": "public, max-age=86400",
  "Cross-Origin-Resource-Policy": "cross-origin",
  ETag: "",
} as const;
const PICTURE = { ...UNCHANGED, "Content-Type": "", "Content-Length": "" } as const;

/** Types of pictures that browsers open as pages. */
const PAGES: ReadonlySet<string> = new Set(
  Object.values(formats).flatMap(({ page, contentType }) => (page ? [contentType] : [])),
);

/** An SVG opened as a page of its own runs nothing and loads nothing. */
const SVG_POLICY = "default-src 'none'; sandbox";
const PAGE_PICTURE = { ...PICTURE, "Content-Security-Policy": SVG_POLICY } as const;

/** What an error's status wants said in a header: how to show a token, and the seconds until work that is queued, or a
 *  store that is away, is worth another try. */
const WITH_STATUS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": "Bearer" },
  503: { "Retry-After": "1" },
};

const encoder = new TextEncoder();

/** A picture with its caching headers, or 304 where the caller has it already. The headers are a copy of a complete
 *  record in which single values are replaced: engines do that a hundred times faster than adding to a copy. `tagOf` makes
 *  its entity tag. */
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
  return { status: 200, headers, body: bytes };
}

const PAGE_TYPE = "text/html; charset=utf-8";

/** A page with a policy that allows no more than it needs; 304 where the caller has it already. */
export function pageResponse(html: string | Uint8Array, policy: string, ifNoneMatch: string | null): Reply {
  const bytes = typeof html === "string" ? encoder.encode(html) : html;
  const etag = etagOf(bytes);
  const headers = { ...ALWAYS, "Content-Security-Policy": policy, "Cache-Control": "no-cache", ETag: etag };
  if (isNamed(etag, ifNoneMatch)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, "Content-Type": PAGE_TYPE }, body: bytes };
}

/** A file of a site, whose bytes are the same ones each time. With `forever` its name is another one when its content is;
 *  else browsers ask whether it changed. */
export function siteResponse(bytes: Uint8Array, type: string, forever: boolean, ifNoneMatch: string | null): Reply {
  const etag = keptEtagOf(bytes);
  const headers = {
    ...ALWAYS,
    "Cache-Control": forever ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
  };
  if (isNamed(etag, ifNoneMatch)) return { status: 304, headers, body: null };
  const policy = { "Content-Type": type, "Content-Security-Policy": SVG_POLICY };
  return {
    status: 200,
    headers: { ...headers, ...(PAGES.has(type) ? policy : { "Content-Type": type }) },
    body: bytes,
  };
}

/** Headers of a JSON answer that is not to be kept. */
export const JSON_ANSWER = { ...ALWAYS, "Content-Type": "application/json", "Cache-Control": "no-store" } as const;

/** A small JSON answer that is not to be kept. */
export function jsonResponse(value: unknown, status = 200, more: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...JSON_ANSWER, ...more }, body: JSON.stringify(value) };
}

/** A JSON answer that is not to be kept, sent piece by piece as its reader takes it. Where the reader goes away, the
 *  pieces that are left are not asked for. `place` is told when the reader is waited for, and left after the last piece,
 *  and where there will be no more. Where the host cannot `hangUp`, the answer breaks off instead. */
export function jsonStreamResponse(pieces: AsyncGenerator<string>, place: Place, hangUp?: () => void): Response {
  const end = async () => {
    place.leave();
    await pieces.return(undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      place.go();
      try {
        const { done, value } = await pieces.next();
        if (done) {
          place.leave();
          return controller.close();
        }
        controller.enqueue(encoder.encode(value));
        place.wait(() => {
          if (hangUp) hangUp();
          else controller.error(new HungUp());
          void end();
        });
      } catch (error) {
        place.leave();
        throw error;
      }
    },
    cancel: end,
  });
  return new Response(body, { headers: JSON_ANSWER });
}

/** Its code tells the host that the reader is at fault, and that there is nothing to log. */
class HungUp extends Error {
  readonly code = "ERR_STREAM_PREMATURE_CLOSE";
}

/** `answer`, made elsewhere, with the headers that every answer has; it is not to be kept. */
export function withCommonHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...ALWAYS, "Cache-Control": "no-store" })) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

/** What was asked for is at `location`, for good. */
export function movedResponse(location: string): Reply {
  return { status: 301, headers: { ...ALWAYS, Location: location }, body: null };
}

/** Nothing to say but that it is done. */
export function emptyResponse(): Reply {
  return { status: 204, headers: { ...ALWAYS, "Cache-Control": "no-store" }, body: null };
}

/** The one place where errors become answers. A QrError speaks for itself, and what is behind it is for `report` alone;
 *  of anything else the caller learns nothing, and `report` everything. */
export function errorResponse(error: unknown, report: (error: unknown) => void): Reply {
  const known = error instanceof QrError ? error : internalError(error);
  if (known !== error || known.cause !== undefined) report(known.cause);
  const { status, message } = known;
  return jsonResponse({ error: message }, status, { ...forPrograms(known), ...WITH_STATUS[status] });
}

/** The same for people, as a page that says it. */
export function errorPageResponse(
  error: QrError,
  { html, policy }: { readonly html: string; readonly policy: string },
  report: (error: unknown) => void,
): Reply {
  const { status, headers } = errorResponse(error, report);
  const page = { "Content-Type": PAGE_TYPE, "Content-Security-Policy": policy, Vary: "Accept" };
  return { status, headers: { ...headers, ...page }, body: html };
}

/** The body has the sentence and nothing else; what a program may want to branch on is in headers. */
function forPrograms({ code, field }: QrError): Record<string, string> {
  return field === undefined ? { "X-Error-Code": code } : { "X-Error-Code": code, "X-Error-Field": field };
}

/** 405 with the methods that `path` does understand. */
export function methodNotAllowed(method: string, path: string, allow: string): Reply {
  const error = new QrError("METHOD_NOT_ALLOWED", 405, `${method} is not allowed on ${path}: use ${allow}`);
  return jsonResponse({ error: error.message }, error.status, { ...forPrograms(error), Allow: allow });
}

/** The answer to OPTIONS, a browser's preflight included. */
export function optionsResponse(allow: string): Reply {
  return {
    status: 204,
    headers: {
      ...ALWAYS,
      Allow: allow,
      "Access-Control-Allow-Methods": allow,
      "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, If-None-Match, Mcp-Protocol-Version",
      "Access-Control-Max-Age": "86400",
    },
    body: null,
  };
}

/** A strong entity tag of `bytes`: 64 bits of their hash in base 36. The content is hashed, rather than the options with
 *  the program's version, because then equal bytes have equal tags on every server and after every update, and no one has
 *  to remember to change a number when a picture changes. It takes a fraction of a microsecond for a usual picture. It is
 *  no signature and need not be one, for a tag is only compared with tags of the same address. */
export function etagOf(bytes: Uint8Array): string {
  // Eight bytes at a time, which wants them to begin at a word of their buffer.
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

/** The same of bytes that never change, such as those of a file that many ask for: they are hashed once. */
export const keptEtagOf: (bytes: Uint8Array) => string = /* @__PURE__ */ memoize(etagOf, new WeakMap());

/** Whether an If-None-Match header names `etag`, by the weak comparison that RFC 9110, 13.1.2 asks for. */
export function isNamed(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
