import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { getRequestListener } from "@hono/node-server";
import type { Reply } from "../http/respond.ts";
import type { App } from "../http/router.ts";
import { hasAllHeaders, hasOneHost, refuseHeaders, refuseHost, refuseRequest } from "./bad-requests.ts";

/** Handles web-standard requests. An App handles most of them without creating Request and Response objects. */
export type Handler = App | ((request: Request) => Promise<Response>);

const messages = new WeakMap<Request, IncomingMessage>();

/** Returns the message of node:http for a request that a listener of `createListener` has passed to its handler. */
export function incomingOf(request: Request): IncomingMessage | undefined {
  return request instanceof BodylessRequest ? request.incoming : messages.get(request);
}

export function createListener(handler: Handler): RequestListener {
  const convert = writeTogether(
    getRequestListener(
      (request, { incoming }) => {
        messages.set(request, incoming as IncomingMessage);
        return handler(request);
      },
      { errorHandler: refuseRequest },
    ),
  );
  const reply = "reply" in handler ? handler.reply : undefined;
  return (incoming, outgoing) => {
    if (!hasAllHeaders(incoming)) return refuseHeaders(outgoing);
    if (!hasOneHost(incoming)) return refuseHost(outgoing);
    if (!reply || !isPlain(incoming)) return convert(incoming, outgoing);
    const request = new BodylessRequest(incoming, outgoing) as unknown as Request;
    reply(request, incoming.url).then((answer) => sendLater(answer, outgoing));
  };
}

/** Match hosts and request targets that the URL parser leaves unchanged. It does change targets that match DOT_SEGMENT. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const PLAIN_TARGET = /^\/[!$-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/(?:\.|%2e)/i;

/** Returns whether a request is a GET or HEAD whose host and target the URL parser would not change. */
function isPlain({ method, url = "", headers: { host = "" } }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return PLAIN_HOST.test(host) && PLAIN_TARGET.test(url) && !DOT_SEGMENT.test(url);
}

/** The parts of a Request that an App reads if there is no body. */
class BodylessRequest {
  readonly method: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly body = null;
  readonly incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #abort: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? "";
    this.headers = new IncomingHeaders(incoming.rawHeaders);
  }

  /** Aborts if the connection closes before the response is written. */
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
    const { socket, headers, url = "" } = this.incoming;
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

/** Returns the values of all header lines named `name`, joined as Headers joins them; null if there are none. `name` is
 *  in lower case. */
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

/** Maximum number of responses that are sent together. */
export const MAX_TOGETHER = 32;
/** Maximum time in milliseconds that a response is held back, so that later responses can be sent with it. */
export const LONGEST_WAIT = 1;
let unsent: [Reply | Response, ServerResponse][] = [];
let firstAt = 0;
let together = MAX_TOGETHER;

/** Sends a response together with the other responses from this turn of the event loop. Sending each on its own would cost
 *  the system as much time as drawing the images. */
function sendLater(answer: Reply | Response, outgoing: ServerResponse): void {
  const count = unsent.push([answer, outgoing]);
  const now = performance.now();
  if (count === 1) firstAt = now;
  if (count >= together || now - firstAt > LONGEST_WAIT) sendAll();
  else if (count === 1) setImmediate(sendAll);
}

/** From now on, sends every response immediately. Called when the server closes, because Deno closes connections even if
 *  their responses have not been sent yet. */
export function sendImmediately(): void {
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

/** Maximum size in bytes of a body that is converted to a string. For larger bodies, a second write takes less time. */
const SHORT = 16 * 1024;

/** Wraps `listener` to send a short body in the same write as the headers. Node writes a binary body separately, and the
 *  system call takes as long as drawing the image. Node appends a string to the headers, so this passes the body as a
 *  Latin-1 string, which has the same bytes. */
function writeTogether(listener: RequestListener): RequestListener {
  return (request, response) => {
    const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
    response.end = ((body?: unknown, ...rest: unknown[]) =>
      body instanceof Uint8Array && body.length <= SHORT
        ? end(latin1(body), "latin1", ...rest)
        : end(body, ...rest)) as typeof response.end;
    return listener(request, response);
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** Makes the parser of a destroyed socket ignore the rest of a packet, which may contain thousands of requests. Node has no
 *  public function for this. */
function ignoreRest(socket: Socket & { readonly parser?: { onIncoming?: unknown } | null }): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 0;
}

/** Maximum number of pipelined requests that wait on one socket; real clients send fewer. */
export const MAX_WAITING = 32;

/** Wraps `listener` to handle pipelined requests one at a time, with a turn of the event loop after each. One packet may
 *  contain a thousand requests, and Node would start all of them together. Destroys a socket with more than MAX_WAITING.
 *  Handles a request that is not pipelined immediately. */
export function serialize(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response gets its socket once all earlier responses have been sent.
    if (response.socket) return listener(request, response);
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before === MAX_WAITING) {
      socket.destroy();
      ignoreRest(socket);
    }
    if (socket.destroyed) return;
    waiting.set(socket, before + 1);
    const begin = () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      if (!socket.destroyed) listener(request, response);
    };
    response.once("socket", () => setImmediate(begin));
  };
}
