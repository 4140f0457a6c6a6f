import type { Context, Hono } from "hono";
import type { QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import { readQuery } from "../options/read.ts";
import { BATCH_LIMIT, batchResponse } from "./batch.ts";
import { BODY_LIMIT, readBody } from "./body.ts";
import { addLinkRoutes, type DrawSharePage } from "./links.ts";
import { addOgRoute } from "./og.ts";
import { errorResponse, methodNotAllowed, optionsResponse, pictureResponse } from "./respond.ts";
import { search } from "./search.ts";
import { addValidateRoutes } from "./validate.ts";

const METHODS = ["GET", "POST", "DELETE"];

/** Adds to `app` what every host answers, browsers included: codes, batches, reports, links and cards, and the answers to
 *  errors and to what fits no route. HEAD is answered wherever GET is. `report` hears of every error that is not a
 *  QrError. */
export function addServiceRoutes(
  app: Hono,
  api: QrApi,
  report: (error: unknown) => void,
  sharePage: DrawSharePage,
  baseUrl?: string,
): void {
  app.get("/api/qr", async (c) =>
    pictureResponse(await api.generate(readQuery(search(c))), c.req.header("If-None-Match")),
  );
  app.post("/api/qr", async (c) => pictureResponse(await api.generate(await readBody(c.req.raw, BODY_LIMIT))));
  app.post("/api/qr/batch", async (c) =>
    batchResponse(await api.generateBatch(await readBody(c.req.raw, BATCH_LIMIT)), report),
  );
  addValidateRoutes(app, api);
  addLinkRoutes(app, api, report, sharePage, baseUrl);
  addOgRoute(app, api);

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
  throw new QrError("NOT_FOUND", 404, `there is nothing at ${path}`);
}
