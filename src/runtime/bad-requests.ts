import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import { isHost } from "../http/forwarded.ts";
import { JSON_ANSWER, jsonResponse, toResponse } from "../http/respond.ts";

// Responses to malformed requests that never reach the app. They have the headers of every other response.

/** Maximum number of header lines in a request. This must be lower than Node's own limit of about 1,000, beyond which
 *  Node silently drops lines. */
export const MOST_HEADER_LINES = 500;

export function hasAllHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length <= 2 * MOST_HEADER_LINES;
}

/** Returns whether a request has exactly one Host header, and whether that header and the host of an absolute URL are
 *  valid. With several Host headers, a proxy may have used a different one. RFC 9112, 3.2. */
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

const BAD_URL = "the URL or the Host header is invalid: send one Host header, and percent-encode the URL";

/** Returns the response to a request that cannot be converted to a web-standard Request: 400 for a malformed request,
 *  such as one with an invalid URL. Other errors are logged, and become a 500. */
export function refuseRequest(error: unknown): Response {
  if (!(error instanceof RequestError)) console.error(error);
  const [status, message] = error instanceof RequestError ? [400, BAD_URL] : [500, "Internal error"];
  return toResponse(jsonResponse({ error: message }, status));
}

/** Responds with 400 to a request without exactly one valid Host header, and closes the connection. */
export function refuseHost(response: ServerResponse): void {
  response.writeHead(400, { ...JSON_ANSWER, Connection: "close" }).end(bodyOf(BAD_URL));
}

/** Responds with 431 to a request with too many header lines, and closes the connection, because Node may have dropped
 *  important lines. RFC 6585, 5. */
export function refuseHeaders(response: ServerResponse): void {
  const message = `a request must have at most ${MOST_HEADER_LINES} header lines: send fewer`;
  response.writeHead(431, { ...JSON_ANSWER, Connection: "close" }).end(bodyOf(message));
}

/** Responds with 417 to an unknown Expect header. RFC 9110, 10.1.1. */
export function refuseExpectation(response: ServerResponse): void {
  response.writeHead(417, JSON_ANSWER).end(bodyOf("Expect must be 100-continue: change or remove the header"));
}

/** Returns the text of the complete HTTP response to a request that Node could not parse, or that timed out. `code` is
 *  the code of Node's error. */
export function rawAnswer(code: string | undefined): string {
  return RAW_ANSWERS[code ?? ""] ?? RAW_BAD_REQUEST;
}

function bodyOf(message: string): string {
  return JSON.stringify({ error: message });
}

function raw(status: string, message: string): string {
  const body = bodyOf(message);
  const headers = { ...JSON_ANSWER, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n");
}

const RAW_BAD_REQUEST = raw(
  "400 Bad Request",
  "the HTTP request is malformed: check its headers, and percent-encode non-ASCII characters in the URL",
);
const RAW_ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: raw(
    "431 Request Header Fields Too Large",
    "the URL and headers must be at most 32 KiB: send long text with POST",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: raw("408 Request Timeout", "the request timed out: send it again"),
};
