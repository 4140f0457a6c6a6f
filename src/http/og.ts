import type { QrApi } from "../api.ts";
import { readQuery } from "../options/read.ts";
import { pictureResponse } from "./respond.ts";
import type { Routes } from "./route.ts";
import { search } from "./search.ts";

/** Adds the route of social cards to `app`. */
export function addOgRoute(app: Routes, api: QrApi): void {
  app.get("/api/og", async (c) =>
    pictureResponse(await api.generateOgImage(readQuery(search(c))), c.req.header("If-None-Match")),
  );
}
