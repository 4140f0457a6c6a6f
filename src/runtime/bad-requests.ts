import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import { internalError, QrError } from "../errors.ts";
import { isHost } from "../http/forwarded.ts";
import { errorResponse, refusalResponse, toResponse } from "../http/respond.ts";
import type { Rule, Values } from "../messages/message.ts";

// Responses to malformed requests, which never reach the app. Their headers are those of every other response.

/** Maximum number of header lines in a request. This must be lower than Node's own limit of about 1,000, beyond which
 *  Node silently drops lines. */
export const MAX_HEADER_LINES = 500;

export function hasAllHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length <= 2 * MAX_HEADER_LINES;
}

/** Returns whether a request has exactly one Host header, and whether that header and the host of an absolute URL are valid.
 *  If there are several Host headers, a proxy may have used another one than this server. RFC 9112, 3.2. */
export function hasOneHost({ rawHeaders, headers, url = "" }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  if (count !== 1 || !isHost(headers.host ?? "")) return false;
  // A host in the request target overrides the header.
  return url.startsWith("/") || !URL.canParse(url) || isHost(new URL(url).host);
}

const invalid = (status: number, rule: Rule, values?: Values) =>
  new QrError("REQUEST_INVALID", { rule, values, status });

const BAD_URL = invalid(400, "the URL or the Host header is invalid: send one Host header, and percent-encode the URL");

const HEADER_LINES = "a request must have at most {max} header lines: send fewer";
const EXPECTATION = "Expect must be 100-continue: change or remove the header";

/** Returns the response to a request that cannot be converted to a web-standard Request: 400 for a malformed request,
 *  such as one with an invalid URL. Other errors are logged, and become a 500. */
export function refuseRequest(error: unknown): Response {
  const known = error instanceof RequestError ? BAD_URL : internalError(error);
  return toResponse(errorResponse(known, console.error));
}

/** Responds with 400 to a request without exactly one valid Host header, and closes the connection. */
export function refuseHost(response: ServerResponse): void {
  refuse(response, BAD_URL, { Connection: "close" });
}

/** Responds with 431 to a request with too many header lines, and closes the connection, because Node may have dropped
 *  important lines. RFC 6585, 5. */
export function refuseHeaders(response: ServerResponse): void {
  refuse(response, invalid(431, HEADER_LINES, { max: MAX_HEADER_LINES }), { Connection: "close" });
}

/** Responds with 417 to an unknown Expect header. RFC 9110, 10.1.1. */
export function refuseExpectation(response: ServerResponse): void {
  refuse(response, invalid(417, EXPECTATION));
}

function refuse(response: ServerResponse, error: QrError, more: Readonly<Record<string, string>> = {}): void {
  const { status, headers, body } = refusalResponse(error);
  response.writeHead(status, { ...headers, ...more }).end(body);
}

/** Returns the text of the complete HTTP response to a request that Node could not parse, or that timed out. `code` is
 *  the code of Node's error. */
export function rawAnswer(code: string | undefined): string {
  return RAW_ANSWERS[code ?? ""] ?? RAW_BAD_REQUEST;
}

function raw(phrase: string, error: QrError): string {
  const { status, headers, body } = refusalResponse(error);
  const all = { ...headers, "Content-Length": Buffer.byteLength(body ?? ""), Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${phrase}`, ...lines, "", body].join("\r\n");
}

export const TINY_CHUNKS = "TINY_CHUNKS";

const RAW_BAD_REQUEST = raw(
  "Bad Request",
  invalid(400, "the HTTP request is malformed: check its headers, and percent-encode non-ASCII characters in the URL"),
);
const RAW_ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: raw(
    "Request Header Fields Too Large",
    invalid(431, "the URL and headers must be at most 64 KiB: send long options in a JSON body with POST"),
  ),
  [TINY_CHUNKS]: raw(
    "Bad Request",
    invalid(400, "the chunks of the body must have at least 256 bytes on average: send it in fewer chunks"),
  ),
  ERR_HTTP_REQUEST_TIMEOUT: raw("Request Timeout", invalid(408, "the request timed out: send it again")),
};
