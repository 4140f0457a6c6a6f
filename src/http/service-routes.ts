import type { ApiCall, QrApi, Report } from "../api.ts";
import { QrError } from "../errors.ts";
import { logoOf } from "../options/logo.ts";
import { overLook, type RawOptions } from "../options/parse.ts";
import { readQuery } from "../options/read.ts";
import { searchTable } from "../options/search-table.ts";
import { table } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { noSuchLink } from "../stores/store-errors.ts";
import { createGate } from "../work/gate.ts";
import { answerBatch, batchesBusy, MAX_BATCHES } from "./batch.ts";
import { withBody } from "./body.ts";
import type { Calls, Charges } from "./limits.ts";
import { LINK_ID } from "./link-paths.ts";
import { addLinkRoutes, originOf, type ShareWork } from "./links.ts";
import { readOptions, readPoster, readSearch } from "./parse-body.ts";
import { answerPictureCode, PICTURE_ROOM, pictureCodesBusy } from "./picture-code.ts";
import { jsonResponse, pictureResponse } from "./respond.ts";
import type { Routes } from "./router.ts";
import type { AppSettings } from "./settings.ts";
import { answerSheet, MAX_SHEETS, sheetsBusy } from "./sheet.ts";

interface ServiceRoutesHost extends Pick<AppSettings, "baseUrl" | "hangUp"> {
  /** Called with the cause of each unexpected error in a batch or on the page of a link. */
  readonly report: (error: unknown) => void;
  readonly share: ShareWork;
  readonly charges?: Charges | undefined;
  /** Returns the calls of requests. Default: each request is its own call. */
  readonly calls?: Calls;
}

/** The rows of all parameters of a search. */
const searchRows = { ...table, ...searchTable };

/** The calls of hosts that have a single client. */
const ownCalls: Calls = { of: (request) => request, picture: (request) => request, metered: (request) => request };

/** Adds the routes that every host has, even a service worker: QR codes, batches, reports, links and social cards. */
export function addServiceRoutes(routes: Routes, api: QrApi, host: ServiceRoutesHost): void {
  const { report, hangUp, charges, calls = ownCalls } = host;
  // Not async, because that would add a promise to the most frequent request.
  routes.get("/api/qr", ({ request, search }) =>
    api
      .generate(readQuery(search), calls.picture(request))
      .then((picture) => pictureResponse(picture, request.headers.get("If-None-Match"))),
  );
  routes.post("/api/qr", ({ request }) => {
    const call = calls.picture(request);
    const draw = async (input: RawOptions) => pictureResponse(await api.generate(input, call));
    return withBody(request, readOptions, draw, call);
  });
  const enter = createGate(MAX_BATCHES, batchesBusy);
  routes.post("/api/qr/batch", ({ request }) =>
    answerBatch(request, api, calls.of(request), {
      enter,
      report,
      hangUp: hangUp && (() => hangUp(request)),
      onCount: (count) => charges?.rest(request, count),
    }),
  );
  const enterPicture = createGate(PICTURE_ROOM, pictureCodesBusy);
  routes.post("/api/qr/picture", ({ request }) =>
    answerPictureCode(request, api, calls.metered(request), enterPicture),
  );
  for (const path of ["/api/qr/validate", "/api/qr/inspect"]) {
    routes.get(path, async ({ request, search }) => jsonResponse(await inspectQuery(api, search, calls.of(request))));
    routes.post(path, async ({ request }) => {
      const call = calls.of(request);
      return jsonResponse(await withBody(request, readOptions, (input) => api.inspect(input, call), call));
    });
  }
  const search = async (request: Request, input: RawOptions) =>
    jsonResponse(await api.optimize(input, calls.picture(request)));
  routes.get("/api/qr/optimize", ({ request, search: query }) =>
    search(request, readQuery(query, undefined, searchRows)),
  );
  routes.post("/api/qr/optimize", ({ request }) =>
    withBody(request, readSearch, (input) => search(request, input), calls.of(request)),
  );
  routes.post("/api/poster", ({ request }) => {
    const call = calls.picture(request);
    const draw = async (input: RawOptions) => pictureResponse(await api.drawPoster(input, call));
    return withBody(request, readPoster, draw, call);
  });
  const enterSheet = createGate(MAX_SHEETS, sheetsBusy);
  routes.post("/api/sheet", ({ request }) =>
    answerSheet(request, api, calls.of(request), {
      enter: enterSheet,
      hangUp: hangUp && (() => hangUp(request)),
      onCount: (count) => charges?.rest(request, count),
    }),
  );
  addLinkRoutes(routes, api, { ...host, calls });
  routes.get("/api/og", async ({ request, search }) =>
    pictureResponse(await drawCard(api, request, search, { ...host, calls }), request.headers.get("If-None-Match")),
  );
}

/** Draws the social card that a query describes. If `link` is the id of a link, the code on the card opens the page of that
 *  link and has its design, with the changes in the query. */
async function drawCard(
  api: QrApi,
  request: Request,
  search: string,
  { baseUrl = originOf, calls }: Pick<AppSettings, "baseUrl"> & { readonly calls: Calls },
): Promise<Picture> {
  const call = calls.of(request);
  const { link, ...input } = readQuery(search);
  if (link === undefined) return api.generateOgImage(input, call);
  if (!LINK_ID.test(String(link))) throw noSuchLink();
  const { design } = await api.readLink(String(link));
  const base = typeof baseUrl === "string" ? baseUrl : baseUrl(request);
  const data = `${base}/i/${link}`;
  // On a card, `color` is the accent, and the colour of the code is that of its design.
  const { title, color, ...asked } = input;
  return withoutLostLogo((saved) => {
    const { color: ink, ...look } = overLook(saved, asked);
    const inked = ink === undefined ? look : { design: { color: ink }, ...look };
    return api.generateOgImage({ ...inked, title, color, data }, call);
  }, design);
}

/** Calls `draw` with a design. If the logo of the design cannot be drawn, calls `draw` again without it, because a preview
 *  without a logo is better than none. */
async function withoutLostLogo(
  draw: (design: RawOptions | undefined) => Promise<Picture>,
  design: RawOptions | undefined,
): Promise<Picture> {
  try {
    return await draw(design);
  } catch (error) {
    const { logo: _, logoData: __, ...others } = design ?? {};
    const isLost = error instanceof QrError && /^(LOGO_|NOT_SUPPORTED)/.test(error.code);
    if (isLost && logoOf({ ...design }) !== undefined) return draw(others);
    throw error;
  }
}

/** Reports on the options in a query. Parameters that cannot be decoded become issues. */
async function inspectQuery(api: QrApi, search: string, call: ApiCall): Promise<Report> {
  const faults: QrError[] = [];
  const report = await api.inspect(
    readQuery(search, (fault) => faults.push(fault)),
    call,
  );
  if (faults.length === 0) return report;
  const isNew = ({ field, message }: QrError) =>
    !report.issues.some((one) => one.field === field && one.message === message);
  const issues = faults
    .filter(isNew)
    .map(({ field = "data", message }) => ({ code: "invalid_option", severity: "error", field, message }) as const);
  // An option that cannot be read must not be reported as missing or unknown too.
  const others = report.issues.filter(
    ({ code, field }) => !/^(?:data_missing|unknown_option)$/.test(code) || !issues.some((one) => one.field === field),
  );
  return { ...report, valid: false, issues: [...issues, ...others] };
}
