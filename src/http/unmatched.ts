import type { Context, Hono } from "hono";
import { QrError } from "../errors.ts";
import { errorResponse, methodNotAllowed, optionsResponse } from "./respond.ts";

const METHODS = ["GET", "POST", "DELETE"];

/** Adds to `app` the answers to errors and to what fits no route. `report` hears of every error that is not a QrError. */
export function addFallbacks(app: Hono, report: (error: unknown) => void): void {
  app.notFound((c) =>
    unmatched(
      c,
      METHODS.filter((method) => app.router.match(method, c.req.path)[0].length > 0),
    ),
  );
  app.onError((error) => errorResponse(error, report));
}

/** The answer where no route fits: OPTIONS, 405 with the methods that would have fitted, or 404. A browser's preflight
 *  is let through even where there is nothing, so that the page gets to read the 404. */
function unmatched(c: Context, methods: readonly string[]): Response {
  const { method, path } = c.req;
  const allow = [...methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])), "OPTIONS"].join(", ");
  const preflight = c.req.header("Access-Control-Request-Method") !== undefined;
  if (method === "OPTIONS" && (methods.length > 0 || preflight)) return optionsResponse(allow);
  if (methods.length > 0) return methodNotAllowed(method, path, allow);
  throw nothingAt(path);
}

/** The refusal of a path that leads nowhere. */
export function nothingAt(path: string): QrError {
  return new QrError("NOT_FOUND", 404, `there is nothing at ${path}: check the address`);
}
