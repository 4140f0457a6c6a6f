import { QrError } from "../errors.ts";
import { errorResponse, methodNotAllowed, optionsResponse, type Reply, toResponse } from "./respond.ts";

/** A request on its way to its handler. */
export interface Context {
  readonly request: Request;
  /** Percent-decoded, except for characters that would change how the address is read. */
  readonly path: string;
  /** As sent, with its "?"; empty without a query. */
  readonly search: string;
}

/** A handler of POST may return a Response, for bodies that are streams. */
export type Handler = (context: Context) => Reply | Response | Promise<Reply | Response>;

/** Adds a route for one path, or for the paths that `pattern` matches, each of which has one method only. `path` then is
 *  what metrics call the route, such as "/i/:name". */
type AddRoute = (path: string, handler: Handler, pattern?: RegExp) => void;

/** Where routes are added. GET routes answer HEAD too. Whole paths come before patterns, and a path has one route. */
export interface Routes {
  readonly get: AddRoute;
  readonly post: AddRoute;
  readonly delete: AddRoute;
}

/** Answers requests, and never rejects. */
export interface App {
  (request: Request): Promise<Response>;
  /** Answers like the app, with a plain record wherever the body is no stream. Of requests without a body it reads method,
   *  url and headers only. @internal */
  readonly reply: (request: Request) => Promise<Reply | Response>;
}

export interface Router extends Routes {
  readonly app: App;
}

/** Called with each request and the path of its route, or "none", before it is answered. A reply that it returns takes the
 *  place of the route's. */
export type BeforeRoute = (request: Request, route: string) => Promise<Reply | undefined> | undefined;

interface Route {
  readonly path: string;
  readonly pattern: RegExp | undefined;
  /** By method. */
  readonly handlers: Map<string, Handler>;
}

/** Creates a router. `report` is called with every error that is not a QrError. */
export function createRouter(report: (error: unknown) => void, before?: BeforeRoute): Router {
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

  async function dispatch(request: Request, method: string): Promise<Reply | Response> {
    const [, written = "", search = ""] = ADDRESS.exec(request.url) ?? [];
    const path = decodePath(written);
    const route = exact.get(path) ?? patterns.find(({ pattern }) => pattern?.test(path));
    const handler = route?.handlers.get(method);
    const refusal = before?.(request, handler && route ? route.path : "none");
    if (refusal) {
      const reply = await refusal;
      if (reply) return reply;
    }
    return handler ? handler({ request, path, search }) : unmatched(request, path, route);
  }

  async function reply(request: Request): Promise<Reply | Response> {
    const isHead = request.method === "HEAD";
    let reply: Reply | Response;
    try {
      reply = await dispatch(request, isHead ? "GET" : request.method);
    } catch (error) {
      // Nobody reads the reply to a request that was aborted, and it is not a fault.
      const isAbort = !(error instanceof QrError) && error === request.signal.reason;
      reply = errorResponse(error, isAbort ? () => undefined : report);
    }
    return isHead ? { ...(reply as Reply), body: null } : reply;
  }

  const answer = async (request: Request) => {
    const answer = await reply(request);
    return answer instanceof Response ? answer : toResponse(answer);
  };
  const app = Object.assign(answer, { reply });
  return { get: adding("GET"), post: adding("POST"), delete: adding("DELETE"), app };
}

/** Path and query of the address of a Request, which is absolute. */
const ADDRESS = /^[^:]+:\/\/[^/]*([^?#]*)(\?[^#]*)?/;

/** Returns `path` without percent-encoding. Encoded delimiters and percent signs stay as they are, and so does what is not
 *  valid UTF-8. */
function decodePath(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURI(encoded.replaceAll("%25", "%2525"));
    } catch {
      return encoded;
    }
  });
}

/** The response where no handler is found: to OPTIONS, 405 with the methods of the route, or 404. Browsers get a positive
 *  answer to their preflight even for unknown paths, so that the page can read the 404. */
function unmatched({ method, headers }: Request, path: string, route: Route | undefined): Reply {
  const methods = [...(route?.handlers.keys() ?? [])];
  const allow = [...methods.map((name) => (name === "GET" ? "GET, HEAD" : name)), "OPTIONS"].join(", ");
  if (method === "OPTIONS" && (route || headers.has("Access-Control-Request-Method"))) return optionsResponse(allow);
  if (route) return methodNotAllowed(method, path, allow);
  throw notFound(path);
}

/** The error for a path that leads nowhere. */
export function notFound(path: string): QrError {
  return new QrError("NOT_FOUND", 404, `there is nothing at ${path}: check the address`);
}
