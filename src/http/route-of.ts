import type { Hono } from "hono";

/** The pattern of the route that answers `request`, such as "/i/:name"; "none" where no route fits. There are as many as
 *  there are routes, whatever is asked. */
export function routeOf(app: Hono, request: Request): string {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const [[[, route] = []] = []] = app.router.match(method, app.getPath(request))[0];
  // Without what a parameter must look like.
  const segments = route?.path.split("/").map((segment) => segment.split("{", 1)[0]);
  return segments?.join("/") ?? "none";
}
