import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { getRequestListener } from "@hono/node-server";
import type { Reply } from "../http/respond.ts";
import type { App } from "../http/router.ts";
import {
  hasAllHeaders,
  hasOneHost,
  MOST_HEADER_LINES,
  refuseHeaders,
  refuseHost,
  refuseRequest,
} from "./bad-requests.ts";

/** Answers web-standard requests. An App answers most of them without making Request and Response objects. */
export type Handler = App | ((request: Request) => Promise<Response>);

/** Called with each request before it is answered, both as the app and as node:http has it. */
export type OnRequest = (request: Request, incoming: IncomingMessage) => void;

/** Returns `handler` as a listener for a server of node:http. */
export function createListener(handler: Handler, onRequest?: OnRequest): RequestListener {
  const convert = writeAtOnce(
    getRequestListener(
      (request, { incoming }) => {
        onRequest?.(request, incoming as IncomingMessage);
        return handler(request);
      },
      { errorHandler: refuseRequest },
    ),
  );
  const reply = "reply" in handler ? handler.reply : undefined;
  return (incoming, outgoing) => {
    if (!hasAllHeaders(incoming)) return refuseHeaders(outgoing, MOST_HEADER_LINES);
    if (!hasOneHost(incoming)) return refuseHost(outgoing);
    if (!reply || !isPlain(incoming)) return convert(incoming, outgoing);
    // All that an App reads of a request without a body.
    const request = new BodylessRequest(incoming, outgoing) as unknown as Request;
    onRequest?.(request, incoming);
    reply(request, incoming.url).then((answer) => sendLater(answer, outgoing));
  };
}

/** Hosts and request targets that the URL parser leaves as they are. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const PLAIN_TARGET = /^\/[!$-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/(?:\.|%2e)/i;

/** Returns whether a request is a GET or HEAD whose host and target the URL parser would not change. */
function isPlain({ method, url = "", headers: { host = "" } }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return PLAIN_HOST.test(host) && PLAIN_TARGET.test(url) && !DOT_SEGMENT.test(url);
}

class BodylessRequest {
  readonly method: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly body = null;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #abort: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? "";
    this.headers = new IncomingHeaders(incoming.rawHeaders);
  }

  /** Aborts when the connection closes before the response is written. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const [abort, outgoing] = [new AbortController(), this.#outgoing];
      const close = () => outgoing.writableEnded || abort.abort();
      if (outgoing.closed) close();
      else outgoing.once("close", close);
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  get url(): string {
    const { socket, headers, url = "" } = this.#incoming;
    return `${(socket as TLSSocket).encrypted ? "https" : "http"}://${headers.host}${url}`;
  }
}

class IncomingHeaders {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    return joinedValue(this.#raw, name.toLowerCase());
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}

/** Returns the values of all header lines with this name in lower case, joined as Headers joins them. */
function joinedValue(rawHeaders: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const line = rawHeaders[i] as string;
    if (line.length !== name.length || line.toLowerCase() !== name) continue;
    const more = (rawHeaders[i + 1] as string).trim();
    value = value === null ? more : `${value}, ${more}`;
  }
  return value;
}

/** Responses that are sent together. */
export const MOST_TOGETHER = 32;
/** Milliseconds for which a response waits for others. */
export const LONGEST_WAIT = 1;
let unsent: [Reply | Response, ServerResponse][] = [];
let first = 0;
let together = MOST_TOGETHER;

/** Sends an answer at the end of this turn of the event loop, together with the others of it: to wake up their clients one
 *  by one takes the system as long as drawing the pictures. Answers that take longer to make are sent earlier. */
function sendLater(answer: Reply | Response, outgoing: ServerResponse): void {
  const count = unsent.push([answer, outgoing]);
  const now = performance.now();
  if (count === 1) first = now;
  if (count >= together || now - first > LONGEST_WAIT) sendAll();
  else if (count === 1) setImmediate(sendAll);
}

/** Sends answers at once from now on: Deno closes connections whose answers wait when a server closes. For processes that
 *  are about to end. */
export function sendAtOnce(): void {
  together = 1;
  sendAll();
}

function sendAll(): void {
  const answers = unsent;
  unsent = [];
  for (const [answer, outgoing] of answers) {
    send(answer, outgoing).catch((error) => {
      console.error(error);
      outgoing.destroy();
    });
  }
}

async function send(answer: Reply | Response, outgoing: ServerResponse): Promise<void> {
  if (answer instanceof Response) return sendResponse(answer, outgoing);
  const { status, headers, body } = answer;
  if (body === null || "Content-Length" in headers) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  if (body === null) outgoing.end();
  else if (typeof body === "string" || body.length > SHORT) outgoing.end(body);
  else outgoing.end(latin1(body), "latin1");
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Bytes of a body up to which copying it is cheaper than a second piece. */
const SHORT = 16 * 1024;

/** Returns `listener` with short bodies sent together with their headers. Node writes headers as text and bytes behind
 *  them, and a write of two pieces takes the system as long as drawing the picture; text of the same bytes is appended to
 *  the headers before it is written. */
function writeAtOnce(listener: RequestListener): RequestListener {
  return (request, response) => {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((body?: unknown, ...rest: unknown[]) =>
      body instanceof Uint8Array && body.length <= SHORT
        ? end(latin1(body), "latin1", ...rest)
        : end(body, ...rest)) as typeof response.end;
    return listener(request, response);
  };
}

/** Returns a character for each byte. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** Pipelined requests that may wait on one socket for the one before them; programs that pipeline send no more. */
export const MOST_WAITING = 32;

/** Returns `listener` with the requests of each socket answered one after another, and a turn of the event loop between
 *  them: a packet may bring a thousand, and Node would begin all of them at once. A socket with more than MOST_WAITING is
 *  closed. A request that comes alone is not held up. */
export function serialize(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response gets its socket when those before it are sent.
    if (response.socket) return listener(request, response);
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before === MOST_WAITING) socket.destroy();
    if (socket.destroyed) return;
    waiting.set(socket, before + 1);
    const begin = () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      if (!socket.destroyed) listener(request, response);
    };
    response.once("socket", () => setImmediate(begin));
  };
}
