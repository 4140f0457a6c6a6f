import type { Report } from "../src/api.ts";
import { createCache } from "../src/cache.ts";
import type { Client } from "../src/client/client.ts";
import { drawWithLogo, readLogo } from "../src/element/logos.ts";
import { QrError, type QrErrorCode } from "../src/errors.ts";
import type { LogoLayout } from "../src/logo/budget.ts";
import { settleBudget } from "../src/logo/placement.ts";
import { formats } from "../src/options/formats.ts";
import { insideFrame } from "../src/options/frames.ts";
import type { QrOptions } from "../src/options/table.ts";
import { detect } from "../src/payload/payload.ts";
import type { Picture } from "../src/picture.ts";
import type { Finding } from "../src/service/issues.ts";
import { logoIssues, logoReport } from "../src/service/logo-report.ts";

/** Milliseconds to wait after a change before fetching a logo. */
const IDLE = 300;

/** Recent errors by logo URL, from this page and from the service. They keep the page from requesting these logos again
 *  while users type. */
const FAILED = { maxEntries: 32, maxAge: 30_000 };
const pageErrors = createCache<string, QrError>(FAILED);
const serviceErrors = createCache<string, QrError>(FAILED);

/** A picture with a logo. `layout` is undefined if the service drew it. */
export interface LogoDrawn {
  readonly picture: Picture;
  readonly layout?: LogoLayout;
  /** How much error correction the logo uses, and the issues it causes. */
  readonly cost?: { readonly report: NonNullable<Report["logo"]>; readonly issues: readonly Finding[] };
}

/** Resolves to the picture with its logo. Draws it in the page, or asks the service to draw it if the page cannot load
 *  the logo, for example because of CORS. With `signal`, fetches are debounced. Rejects with QrError LOGO_UNREACHABLE,
 *  LOGO_TOO_LARGE, LOGO_INVALID or DATA_TOO_LONG, or with the reason of `signal`. */
export async function drawLogo(options: QrOptions, service: Client, signal?: AbortSignal): Promise<LogoDrawn> {
  const { logo: url = "" } = options;
  if (options.caption !== undefined) return { picture: await drawCaption(options, service, signal) };
  try {
    const failure = pageErrors.get(url);
    if (failure) throw failure;
    if (signal && url !== "" && url !== latestUrl) await debounce(signal);
    const logo = await readLogo(options);
    latestUrl = url;
    if (!logo) throw new QrError("LOGO_INVALID", 400, "is required: choose one", "logo");
    const aspect = logo.width / logo.height;
    const layout = settleBudget(insideFrame(options), aspect);
    const { contentType } = formats[options.format];
    const picture = { contentType, body: drawWithLogo(options, layout, logo) };
    return { picture, layout, cost: { report: logoReport(layout), issues: logoIssues(options, aspect, layout) } };
  } catch (error) {
    const isUnreachable = error instanceof QrError && error.code === "LOGO_UNREACHABLE";
    if (!isUnreachable || url === "") throw error;
    pageErrors.set(url, error);
    // A secret must not be sent to a server automatically.
    if (detect(options.data).secret) throw error;
    try {
      return { picture: await askService(options, service, signal) };
    } catch (serviceError) {
      // No service is available to fetch logos, so report the page's own error, which describes the problem with this
      // logo.
      throw serviceError instanceof QrError && NO_SERVICE.includes(serviceError.code) ? error : serviceError;
    }
  }
}

/** Asks the service to draw a picture with a caption, because the page has no fonts. If the page has a service worker, the
 *  picture is drawn on this device. */
async function drawCaption(options: QrOptions, service: Client, signal?: AbortSignal): Promise<Picture> {
  const isOnDevice = Boolean(navigator.serviceWorker?.controller);
  if (!isOnDevice && detect(options.data).secret) {
    const rule = "needs this page to be reloaded first, because the content is secret and must not leave this device";
    throw new QrError("NOT_SUPPORTED", 501, rule, "caption");
  }
  if (signal) await debounce(signal);
  return service.generate(options, signal && { signal });
}

/** Errors that show that no service is available to fetch logos. */
const NO_SERVICE: readonly string[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "NOT_SUPPORTED",
  "UNREACHABLE",
] satisfies QrErrorCode[];

/** The URL of the logo that was loaded last. It is cached, so loading it again needs no debouncing. */
let latestUrl = "";

/** Resolves after a pause. Rejects with the reason of `signal` if it is aborted during the pause. */
async function debounce(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  signal.throwIfAborted();
}

async function askService(options: QrOptions, service: Client, signal?: AbortSignal): Promise<Picture> {
  const { logo = "" } = options;
  const failure = serviceErrors.get(logo);
  if (failure) throw failure;
  try {
    if (signal) await debounce(signal);
    return await service.generate(options, signal && { signal });
  } catch (error) {
    // Errors in the text or the options are not about the logo.
    const isLasting = error instanceof QrError && error.code !== "DATA_TOO_LONG" && error.code !== "INVALID_OPTION";
    if (isLasting && !signal?.aborted) serviceErrors.set(logo, error);
    throw error;
  }
}
