import { Hono } from "hono";

/** The service and its baselines: a route in a web framework that reads two parameters and returns a constant kilobyte,
 *  and a plain node:http listener that returns the same. */

const body = "x".repeat(1024);
const headers = {
  "Content-Type": "text/plain",
  "Cache-Control": "public, max-age=86400",
  "Access-Control-Allow-Origin": "*",
};

const { createHandler } = await import(new URL("../../../dist/app.js", import.meta.url).href);

export const service = createHandler();

const routes = new Hono();
routes.get("/fixed", (context) => {
  const data = context.req.query("data");
  const size = context.req.query("size");
  return data && size ? context.body(body, 200, headers) : context.text("missing", 400);
});

export const framework = (request) => routes.fetch(request);

export function bareListener(_request, response) {
  response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
}
