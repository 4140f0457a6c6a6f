import { QrError } from "../errors.ts";
import { errorResponse, methodNotAllowed, optionsResponse, type Reply, toResponse } from "./respond.ts";

export interface Context {
  readonly request: Request;
  /** Percent-decoded, except for characters that would change how the address is read. */
  readonly path: string;
  /** As sent, with its "?"; empty without a query. */
  readonly search: string;
}

/** A Response is for bodies that are streams, which only POST has. */
type Answer = Reply | Response;

export type Handler = (context: Context) => Answer | Promise<Answer>;

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
   *  url, headers and signal only. `target` is the path and the query of the url, for hosts that have them. @internal */
  readonly reply: (request: Request, target?: string) => Promise<Answer>;
}

interface Router extends Routes {
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

  /** Returns no promise of its own, since every request would wait for it. */
  function dispatch(request: Request, method: string, target: string): Answer | Promise<Answer> {
    const query = target.indexOf("?");
    const path = decodePath(query < 0 ? target : target.slice(0, query));
    const search = query < 0 ? "" : target.slice(query);
    const route = exact.get(path) ?? patterns.find(({ pattern }) => pattern?.test(path));
    const handler = route?.handlers.get(method);
    const run = () => (handler ? handler({ request, path, search }) : unmatched(request, path, route));
    const refusal = before?.(request, handler && route ? route.path : "none");
    return refusal ? refusal.then((reply) => reply ?? run()) : run();
  }

  function reply(request: Request, target = targetOf(request.url)): Promise<Answer> {
    const fail = (error: unknown) => {
      // Nobody reads the reply to a request that was aborted, and it is not a fault.
      const isAbort = !(error instanceof QrError) && error === request.signal.reason;
      return errorResponse(error, isAbort ? () => undefined : report);
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

/** Returns the path and the query of an absolute URL. */
function targetOf(url: string): string {
  return /^[^:]+:\/\/[^/]*([^#]*)/.exec(url)?.[1] ?? "";
}

/** Returns `path` without percent-encoding. Encoded delimiters and percent signs stay as they are, and so does what is not
 *  valid UTF-8. */
function decodePath(path: string): string {
  if (!path.includes("%")) return path;
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

export function notFound(path: string): QrError {
  return new QrError("NOT_FOUND", 404, `nothing found at ${path}: check the URL`);
}
