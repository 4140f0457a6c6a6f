import { Hono } from "hono";

/** The service with one more route beside it: it reads two parameters and answers with a fixed kilobyte, which is
 *  the least that any route of a web framework can do. */

const body = "x".repeat(1024);
const headers = {
  "Content-Type": "text/plain",
  "Cache-Control": "public, max-age=86400",
  "Access-Control-Allow-Origin": "*",
};

const { createHandler } = await import(new URL("../../dist/app.js", import.meta.url).href);
const handler = createHandler();

export function createHttpApp() {
  const routes = new Hono();
  routes.get("/fixed", (context) => {
    const data = context.req.query("data");
    const size = context.req.query("size");
    return data && size ? context.body(body, 200, headers) : context.text("missing", 400);
  });
  return (request) => (request.url.includes("/fixed?") ? routes.fetch(request) : handler(request));
}
