import { QrError } from "../errors.ts";
import type { Message } from "../messages/message.ts";
import { isEncoded } from "../text/percent.ts";
import { acceptsHtml, isSharePath } from "./link-paths.ts";
import type { ErrorPage, ErrorPageReason } from "./page.ts";
import {
  errorPageResponse,
  errorResponse,
  methodNotAllowed,
  optionsResponse,
  type Reply,
  toResponse,
} from "./respond.ts";

export const NOTHING_FOUND = "nothing found at {path}: check the URL";

export interface Context {
  readonly request: Request;
  /** The path of the URL. Percent-encoding is decoded, except for characters that would change the structure of the
   *  URL. */
  readonly path: string;
  /** The raw query with its "?"; empty without a query. */
  readonly search: string;
}

/** A Response is needed only for batches, whose bodies are streamed, and for MCP. Both handle only POST. */
type Answer = Reply | Response;

export type Handler = (context: Context) => Answer | Promise<Answer>;

/** Adds a route for one path, or for all paths that match `pattern`. With a pattern, `path` is only the route's name in
 *  metrics, such as "/i/:name", and the route can have only one method. */
type AddRoute = (path: string, handler: Handler, pattern?: RegExp) => void;

/** Adds routes by method. GET routes also handle HEAD, without a body. Exact paths win over patterns. */
export interface Routes {
  readonly get: AddRoute;
  readonly post: AddRoute;
  readonly delete: AddRoute;
}

/** Handles requests; never rejects. */
export interface App {
  (request: Request): Promise<Response>;
  /** Handles a request like the app, but resolves to a plain record unless the handler returns a Response. If `request`
   *  has no body, only its method, url, headers and signal are read. `target` is the path and query of its url.
   *  @internal */
  readonly reply: (request: Request, target?: string) => Promise<Answer>;
}

/** Returns the error page for `request`, which would otherwise get JSON. `root` is the relative URL of the site. */
type DrawErrorPage = (reason: ErrorPageReason, request: Request, root: string) => ErrorPage | Promise<ErrorPage>;

interface Router extends Routes {
  readonly app: App;
}

/** Called before the handler of each request. `route` is the path of the request's route, or "none". If the returned
 *  promise resolves to a reply, that reply is sent, and the handler is not called. */
export type BeforeRoute = (request: Request, route: string) => Reply | undefined | Promise<Reply | undefined>;

interface Route {
  readonly path: string;
  readonly pattern: RegExp | undefined;
  readonly handlers: Map<string, Handler>;
}

/** Creates a router. `report` is called with every error that is not a QrError, and with the causes of QrErrors. With
 *  `drawErrorPage`, clients that accept HTML get a page if there is nothing at a URL, or if a share page cannot be shown. If
 *  `drawErrorPage` fails, they get JSON. */
export function createRouter(
  report: (error: unknown) => void,
  before?: BeforeRoute,
  drawErrorPage?: DrawErrorPage,
): Router {
  const exact = new Map<string, Route>();
  const patterns: Route[] = [];

  const adding =
    (method: string): AddRoute =>
    (path, handler, pattern) => {
      const known = exact.get(path);
      const route = known ?? { path, pattern, handlers: new Map() };
      route.handlers.set(method, handler);
      if (pattern) patterns.push(route);
      else exact.set(path, route);
    };

  /** Not async, because that would add a promise to every request. */
  function dispatch(request: Request, method: string, target: string): Answer | Promise<Answer> {
    const query = target.indexOf("?");
    const path = decodePath(query < 0 ? target : target.slice(0, query));
    const search = query < 0 ? "" : target.slice(query);
    const route = exact.get(path) ?? patterns.find(({ pattern }) => pattern?.test(path));
    const handler = route?.handlers.get(method);
    const run = () => (handler ? handler({ request, path, search }) : unmatched(request, path, route));
    const refusal = before?.(request, handler && route ? route.path : "none");
    return refusal instanceof Promise ? refusal.then((reply) => reply ?? run()) : (refusal ?? run());
  }

  function reply(request: Request, target = targetOf(request.url)): Promise<Answer> {
    const fail = (error: unknown): Reply | Promise<Reply> => {
      // An abort by the client is expected, so it is not reported.
      const isAbort = !(error instanceof QrError) && error === request.signal.reason;
      const plain = errorResponse(error, isAbort ? () => undefined : report);
      const reason = /^(?:GET|HEAD)$/.test(request.method) ? errorPageReason(error, target) : undefined;
      if (!drawErrorPage || reason === undefined) return plain;
      if (!acceptsHtml(request)) return varied(plain);
      return withErrorPage(plain, () => drawErrorPage(reason, request, rootOf(target)), report);
    };
    const isHead = request.method === "HEAD";
    let answer: Promise<Answer>;
    try {
      answer = Promise.resolve(dispatch(request, isHead ? "GET" : request.method, target)).catch(fail);
    } catch (error) {
      answer = Promise.resolve(fail(error));
    }
    return isHead ? answer.then((whole) => ({ ...(whole as Reply), body: null })) : answer;
  }

  const answer = async (request: Request) => {
    const answer = await reply(request);
    return answer instanceof Response ? answer : toResponse(answer);
  };
  const app = Object.assign(answer, { reply });
  return { get: adding("GET"), post: adding("POST"), delete: adding("DELETE"), app };
}

/** Returns why the page at `target` cannot be shown; undefined if the error is not shown as a page. */
function errorPageReason(error: unknown, target: string): ErrorPageReason | undefined {
  if (error instanceof NothingFound) return "unknown";
  const code = error instanceof QrError ? error.code : "INTERNAL";
  if (code === "NOT_FOUND") return "noLink";
  if (!isSharePath(decodePath(target.replace(/\?.*/s, "")))) return undefined;
  if (code === "UNREACHABLE") return "otherDevice";
  return code === "NOT_SUPPORTED" ? "notSupported" : "failed";
}

/** Returns `plain` with the page that `draw` returns as its body. If `draw` fails, reports why and returns `plain`. */
async function withErrorPage(
  plain: Reply,
  draw: () => ErrorPage | Promise<ErrorPage>,
  report: (error: unknown) => void,
): Promise<Reply> {
  try {
    return errorPageResponse(plain, await draw());
  } catch (error) {
    report(error);
    return varied(plain);
  }
}

/** Returns `reply` with the Vary header, because the response depends on the accepted types. */
function varied(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, Vary: "Accept" } };
}

/** Returns the relative URL of the site on the page at `target`. It is relative, because a proxy may serve the site
 *  below a path. */
function rootOf(target: string): string {
  return "../".repeat(target.replace(/\?.*/s, "").split("/").length - 2) || "./";
}

/** Returns the path and query of an absolute URL. */
function targetOf(url: string): string {
  return /^[^:]+:\/\/[^/]*([^#]*)/.exec(url)?.[1] ?? "";
}

/** Decodes percent-encoding, except for delimiters, percent signs and invalid UTF-8. */
function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(/(?:%[\da-f]{2})+/gi, (encoded) =>
    isEncoded(encoded) ? decodeURI(encoded.replaceAll("%25", "%2525")) : encoded,
  );
}

/** Responds to a request without a handler: with 204 to OPTIONS, or with 405 if the path has other methods. Preflights
 *  succeed even for unknown paths, so that the page can read the 404.
 *  @throws {QrError} NOT_FOUND for unknown paths. */
function unmatched({ method, headers }: Request, path: string, route: Route | undefined): Reply {
  const methods = [...(route?.handlers.keys() ?? [])];
  const allow = [...methods.map((name) => (name === "GET" ? "GET, HEAD" : name)), "OPTIONS"].join(", ");
  if (method === "OPTIONS" && (route || headers.has("Access-Control-Request-Method"))) return optionsResponse(allow);
  if (route) return methodNotAllowed(method, path, allow);
  throw notFound(path);
}

/** The error for a URL without a page, file or operation. Links that do not exist have another NOT_FOUND error. */
export class NothingFound extends QrError {
  constructor(message: Message) {
    super("NOT_FOUND", message);
  }
}

export function notFound(path: string): NothingFound {
  return new NothingFound({ rule: NOTHING_FOUND, values: { path } });
}
