import {
  aspectOf,
  createCache,
  type Drawn,
  drawPlan,
  type LogoLayout,
  logoWorkerBlocked,
  type OpenLogo,
  readLogo,
} from "./product/logos.ts";
import { chooseOne, QrError, type QrErrorCode } from "./product/messages.ts";
import { type FormatRow, formats, type QrOptions } from "./product/options.ts";
import { detect } from "./product/payload.ts";
import { type Picture, planDesign, planPicture } from "./product/pictures.ts";
import { atOnce, type Finding, logoIssues, logoReport } from "./product/report.ts";
import type { Client, Report } from "./product/service.ts";

/** Milliseconds to wait after a change before fetching a logo. */
const IDLE = 300;

/** Recent errors by logo URL, from this page and from the service. Prevents new requests for these logos while users type. */
const FAILED = { maxEntries: 32, maxAge: 30_000 };
const pageErrors = createCache<string, QrError>(FAILED);
const serviceErrors = createCache<string, QrError>(FAILED);

/** A picture with a logo. If the service drew it, an SVG is text, and `layout` is undefined. */
export interface LogoDrawn {
  readonly picture: Drawn | string;
  readonly layout?: LogoLayout | undefined;
  /** How much error correction the logo uses, and the issues it causes. */
  readonly cost?: { readonly report: NonNullable<Report["logo"]>; readonly issues: readonly Finding[] };
}

/** Resolves to the picture with its logo. Draws it in the page, or requests it from the service if the page cannot load the
 *  logo, for example because of CORS. With `signal`, fetches are debounced. Rejects with QrError LOGO_UNREACHABLE,
 *  LOGO_TOO_LARGE, LOGO_INVALID, DATA_TOO_LONG or INVALID_OPTION, or with the reason of `signal`. */
export async function drawLogo(
  options: QrOptions,
  serviceFor: (isSecret: boolean) => Client,
  hasServer: boolean,
  signal?: AbortSignal,
): Promise<LogoDrawn> {
  const { logo: url = "" } = options;
  if ((formats[options.format] as FormatRow).print || options.width !== undefined) {
    return { picture: await drawWords(options, serviceFor, hasServer, signal) };
  }
  if (options.caption !== undefined) {
    const picture = await drawWords(options, serviceFor, hasServer, signal);
    return { picture, ...(await costOf(options)) };
  }
  try {
    const failure = pageErrors.get(url);
    if (failure) throw failure;
    if (signal && url !== "" && url !== latestUrl) await debounce(signal);
    const logo = await readLogo(options);
    latestUrl = url;
    if (!logo) throw new QrError("LOGO_INVALID", { field: "logo", rule: chooseOne });
    const { plan, cost } = assess(options, logo);
    return { picture: drawPlan(plan, logo), layout: plan.logo, cost };
  } catch (error) {
    // The page has no fonts for text in the logo, so the service draws it.
    if (error instanceof QrError && error.code === "NOT_SUPPORTED") {
      return { picture: await drawWords(options, serviceFor, hasServer, signal) };
    }
    const isUnreachable = error instanceof QrError && error.code === "LOGO_UNREACHABLE";
    if (!isUnreachable || url === "") throw error;
    pageErrors.set(url, error);
    // A secret must not be sent to a server automatically.
    if (detect(String(options.data)).secret) throw error;
    try {
      return { picture: await askService(options, serviceFor(false), signal) };
    } catch (serviceError) {
      // If no service can fetch logos, the page's own error is more helpful, because it is about this logo.
      throw serviceError instanceof QrError && NO_SERVICE.includes(serviceError.code) ? error : serviceError;
    }
  }
}

/** Returns the plan of a code with this logo, and the cost of the logo. */
function assess(options: QrOptions, logo: OpenLogo) {
  const aspect = aspectOf(logo);
  const plan = planPicture(options, aspect, { plan: planDesign });
  const layout = plan.logo as LogoLayout;
  return { plan, cost: { report: logoReport(layout), issues: atOnce(logoIssues(plan.code, aspect, layout)) } };
}

/** Resolves to the cost of the logo in a picture that the service has drawn. If the page cannot load the logo, the report of
 *  the service contains its cost. */
async function costOf(options: QrOptions): Promise<Pick<LogoDrawn, "cost">> {
  try {
    const logo = await readLogo(options);
    return logo ? { cost: assess(options, logo).cost } : {};
  } catch (error) {
    if (error instanceof QrError) return {};
    throw error;
  }
}

/** Requests a picture for print, with a caption, or with text in the logo, from the service, because the page has neither
 *  fonts nor the code for files for print. The service
 *  worker draws it on this device. Without one, a server draws it, unless the content is secret. */
async function drawWords(
  options: QrOptions,
  serviceFor: (isSecret: boolean) => Client,
  hasServer: boolean,
  signal?: AbortSignal,
): Promise<Picture["body"]> {
  const isSecret = detect(String(options.data)).secret === true;
  const canSend = hasServer && !isSecret;
  if (!canSend && !(await hasWorker())) {
    const field = options.caption !== undefined ? "caption" : options.logo ? "logo" : "logoData";
    throw new QrError("INVALID_OPTION", { field, rule: logoWorkerBlocked });
  }
  if (signal) await debounce(signal);
  const service = serviceFor(isSecret);
  return (await service.generate(requestOf(options), signal && { signal })).body;
}

/** Returns the request for a picture. A width in print replaces the size. */
function requestOf({ size, ...options }: QrOptions) {
  return { ...options, ...(options.width === undefined && { size }), data: String(options.data) };
}

/** Milliseconds to wait for the service worker, which is started after the first code. */
const WORKER_TIME = 20_000;

/** Resolves to whether a service worker handles this page's requests. Waits for one for at most WORKER_TIME. */
async function hasWorker(): Promise<boolean> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || workers.controller) return workers !== undefined;
  return new Promise((resolve) => {
    workers.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(workers.controller !== null), WORKER_TIME);
  });
}

/** Error codes that mean that no service can fetch logos. */
const NO_SERVICE: readonly string[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "NOT_SUPPORTED",
  "UNREACHABLE",
] satisfies QrErrorCode[];

/** The URL of the last loaded logo. It is cached, so it needs no debouncing. */
let latestUrl = "";

/** Resolves after a pause. Rejects with the reason of `signal` if it is aborted during the pause. */
async function debounce(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  signal.throwIfAborted();
}

async function askService(options: QrOptions, service: Client, signal?: AbortSignal): Promise<Picture["body"]> {
  const { logo = "" } = options;
  const failure = serviceErrors.get(logo);
  if (failure) throw failure;
  try {
    if (signal) await debounce(signal);
    return (await service.generate({ ...options, data: String(options.data) }, signal && { signal })).body;
  } catch (error) {
    // Errors in the text or the options do not depend on the logo, so they are not cached.
    const isLasting = error instanceof QrError && error.code !== "DATA_TOO_LONG" && error.code !== "INVALID_OPTION";
    if (isLasting && !signal?.aborted) serviceErrors.set(logo, error);
    throw error;
  }
}
