import type { QrApi } from "../api.ts";
import { readQuery } from "../options/read.ts";
import { answerBatch, createBatchGate } from "./batch.ts";
import { BODY_LIMIT, withBody } from "./body.ts";
import { readOptions } from "./body-words.ts";
import type { Charges } from "./limits.ts";
import { addLinkRoutes, type DrawSharePage } from "./links.ts";
import { addOgRoute } from "./og.ts";
import { pictureResponse } from "./respond.ts";
import type { Routes } from "./route.ts";
import { search } from "./search.ts";
import type { AppSettings } from "./settings.ts";
import { addValidateRoutes } from "./validate.ts";

/** Adds to `app` what every host answers, browsers included: codes, batches, reports, links and cards. `report` hears of
 *  every error behind an answer that is not a QrError. */
export function addServiceRoutes(
  app: Routes,
  api: QrApi,
  report: (error: unknown) => void,
  sharePage: DrawSharePage,
  {
    baseUrl,
    hangUp,
    charges,
  }: { readonly [Name in "baseUrl" | "hangUp"]?: AppSettings[Name] | undefined } & {
    readonly charges?: Charges | undefined;
  },
): void {
  // What nearly all ask for: an async function would cost it a promise more.
  app.get("/api/qr", (c) =>
    api.generate(readQuery(search(c))).then((picture) => pictureResponse(picture, c.req.header("If-None-Match"))),
  );
  app.post("/api/qr", (c) =>
    withBody(
      c.req.raw,
      BODY_LIMIT,
      readOptions,
      async (words) => (await charges?.picture(c.req.raw, words)) ?? pictureResponse(await api.generate(words)),
    ),
  );
  const enter = createBatchGate();
  app.post("/api/qr/batch", (c) =>
    answerBatch(c.req.raw, api, {
      enter,
      report,
      hangUp: hangUp && (() => hangUp(c.req.raw)),
      onCount: (count) => charges?.batch(c.req.raw, count),
    }),
  );
  addValidateRoutes(app, api);
  addLinkRoutes(app, api, report, sharePage, baseUrl);
  addOgRoute(app, api);
}
