import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import { isHost } from "../http/forwarded.ts";
import { JSON_ANSWER, jsonResponse, toResponse } from "../http/respond.ts";

// Requests that are too broken to reach the app. Their responses have the headers that every response has.

/** Most header lines of a request. Node silently drops lines beyond its own limit of about 1,000, so only a lower limit
 *  can be detected. */
export const MOST_HEADER_LINES = 500;

/** Returns whether every header line of a request was read. */
export function hasAllHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length <= 2 * MOST_HEADER_LINES;
}

/** Returns whether a request has exactly one valid Host header: of several, a proxy may have used another. RFC 9112, 3.2. */
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

const BAD_ADDRESS = "the address or the Host header is not valid: send one Host header, and percent-encode the address";

/** Responds to a request that cannot become a web-standard one: a broken address or Host header. */
export function refuseRequest(error: unknown): Response {
  if (!(error instanceof RequestError)) console.error(error);
  const [status, message] = error instanceof RequestError ? [400, BAD_ADDRESS] : [500, "Internal error"];
  return toResponse(jsonResponse({ error: message }, status));
}

/** Refuses a request without exactly one host, and closes the connection. */
export function refuseHost(response: ServerResponse): void {
  response.writeHead(400, { ...JSON_ANSWER, Connection: "close" }).end(bodyOf(BAD_ADDRESS));
}

/** Refuses a request with more than `most` header lines and closes the connection: Node may have dropped important lines.
 *  RFC 6585, 5. */
export function refuseHeaders(response: ServerResponse, most: number): void {
  const message = `a request must have at most ${most} header lines: send fewer`;
  response.writeHead(431, { ...JSON_ANSWER, Connection: "close" }).end(bodyOf(message));
}

/** RFC 9110, 10.1.1. */
export function refuseExpectation(response: ServerResponse): void {
  response.writeHead(417, JSON_ANSWER).end(bodyOf("the only Expect header that is understood is 100-continue"));
}

/** Returns the response to a request that could not be parsed, by the error's code. */
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
  "this is not a well-formed HTTP request: write what is not ASCII in its address percent-encoded",
);
const RAW_ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: raw(
    "431 Request Header Fields Too Large",
    "the address and headers are longer than 32 KiB: send long texts by POST",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: raw("408 Request Timeout", "the request did not arrive in time: send it again"),
};
