import type { Issue, Report } from "../src/api.ts";
import { createCache } from "../src/cache.ts";
import type { Client } from "../src/client/client.ts";
import { readLogo } from "../src/element/logos.ts";
import { QrError, type QrErrorCode } from "../src/errors.ts";
import { type LogoLayout, settleBudget } from "../src/logo/budget.ts";
import type { QrOptions } from "../src/options/table.ts";
import { detect } from "../src/payload/payload.ts";
import type { Picture } from "../src/picture.ts";
import { artBox, drawLogoPicture } from "../src/render/logo-picture.ts";
import { logoIssues, logoReport } from "../src/service/logo-report.ts";

/** Milliseconds without a change after which a logo is fetched. */
const REST = 300;

/** Why logos could not be loaded a moment ago, by their addresses, so that they are not requested again for every letter of
 *  the text: by this page, and by the service for it. */
const FAILED = { maxEntries: 32, maxAge: 30_000 };
const missedHere = createCache<string, QrError>(FAILED);
const missedThere = createCache<string, QrError>(FAILED);

/** A picture with a logo. `layout` is not known of those that the service drew. */
export interface LogoDrawn {
  readonly picture: Picture;
  readonly layout?: LogoLayout;
  /** What the logo costs the code, and what is wrong with that. */
  readonly cost?: { readonly report: NonNullable<Report["logo"]>; readonly issues: readonly Issue[] };
}

/** The picture with its logo, drawn here; where another server does not let this page have the logo, by the service.
 *  With a signal it is one of many in a row: nothing is fetched before there is a rest, or after the signal ended it.
 *  @throws {QrError} LOGO_UNREACHABLE, LOGO_TOO_LARGE, LOGO_INVALID or DATA_TOO_LONG; the signal's reason. */
export async function drawLogo(options: QrOptions, service: Client, signal?: AbortSignal): Promise<LogoDrawn> {
  const { logo: address = "" } = options;
  try {
    const missed = missedHere.get(address);
    if (missed) throw missed;
    if (signal && address !== "" && address !== had) await restOf(signal);
    const logo = await readLogo(options);
    had = address;
    if (!logo) throw new QrError("LOGO_INVALID", 400, "is missing: choose one", "logo");
    const aspect = logo.width / logo.height;
    const layout = settleBudget(options, aspect);
    const picture = drawLogoPicture(options, layout, logo.draw(artBox(options, layout)));
    return { picture, layout, cost: { report: logoReport(layout), issues: logoIssues(options, aspect, layout) } };
  } catch (error) {
    // No secret goes to a server by itself.
    const isFar = error instanceof QrError && error.code === "LOGO_UNREACHABLE";
    if (!isFar || address === "") throw error;
    missedHere.set(address, error);
    if (detect(options.data).secret) throw error;
    try {
      return { picture: await askService(options, service, signal) };
    } catch (fault) {
      // What is said where there is no such service says nothing of the logo.
      throw fault instanceof QrError && NOBODY.includes(fault.code) ? error : fault;
    }
  }
}

/** How it shows that nobody is there who fetches logos. */
const NOBODY: readonly string[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "NOT_SUPPORTED",
  "UNREACHABLE",
] satisfies QrErrorCode[];

/** The logo that came last: it is at hand. */
let had = "";

/** Resolves after a rest; rejects with the signal's reason where there was none. */
async function restOf(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST));
  signal.throwIfAborted();
}

async function askService(options: QrOptions, service: Client, signal?: AbortSignal): Promise<Picture> {
  const { logo = "" } = options;
  const missed = missedThere.get(logo);
  if (missed) throw missed;
  try {
    if (signal) await restOf(signal);
    return await service.generate(options, signal && { signal });
  } catch (error) {
    // What is wrong with the text has nothing to do with the logo.
    const isLasting = error instanceof QrError && error.code !== "DATA_TOO_LONG" && error.code !== "INVALID_OPTION";
    if (isLasting && !signal?.aborted) missedThere.set(logo, error);
    throw error;
  }
}
