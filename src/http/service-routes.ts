import type { QrApi } from "../api.ts";
import { readQuery } from "../options/read.ts";
import { BATCH_LIMIT, batchResponse, createBatchGate } from "./batch.ts";
import { BODY_LIMIT, readBody } from "./body.ts";
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
  app.post("/api/qr", async (c) => {
    const words = await readBody(c.req.raw, BODY_LIMIT);
    return (await charges?.picture(c.req.raw, words)) ?? pictureResponse(await api.generate(words));
  });
  const enterBatch = createBatchGate();
  app.post("/api/qr/batch", async (c) => {
    const words = await readBody(c.req.raw, BATCH_LIMIT);
    const place = enterBatch();
    try {
      const answer = await api.generateBatch(words);
      charges?.batch(c.req.raw, answer.count);
      return batchResponse(answer, report, place, hangUp && (() => hangUp(c.req.raw)));
    } catch (error) {
      place.leave();
      throw error;
    }
  });
  addValidateRoutes(app, api);
  addLinkRoutes(app, api, report, sharePage, baseUrl);
  addOgRoute(app, api);
}
