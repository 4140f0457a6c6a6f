import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { fromRecord, QrError, toRecord } from "../errors.ts";
import type { Caption, CaptionJob } from "../ports.ts";

/** The script in the folder for captions, which is built from sw/register.ts. */
const SCRIPT = "register.js";

const NOT_STARTED =
  "{field} cannot be drawn, because its worker failed: copy all files of isoqr-offline, and allow worker-src 'self' and trusted-types isoqr-offline";
const NEEDS_FILE =
  "{field} needs {path}, which cannot be loaded: run isoqr-offline, and pass its folder to useCaptionFiles()";
const TEXT_NEEDS_FILE =
  "{field} has text, which needs {path}, which cannot be loaded: run isoqr-offline, and pass its folder to useCaptionFiles()";

let folder = "/";

/** Sets the URL of the folder to which `isoqr-offline` copied its files, by default "/". The library and the element
 *  load fonts for captions from it. Has no effect on servers.
 *  @example useCaptionFiles("/app/"); */
export function useCaptionFiles(url: string | { readonly href: string }): void {
  folder = `${typeof url === "string" ? url : url.href}`.replace(/\/?$/, "/");
}

/** Draws a caption in a thread that the page starts. Caches captions, because many codes on a page have the same one.
 *  Rejects with QrError NOT_SUPPORTED if the files are missing, and otherwise like the job `drawCaption`. @internal */
export const drawPageCaption = /* @__PURE__ */ memoize(
  (job: CaptionJob): Promise<Caption> => perform("caption", ({ drawCaption }) => drawCaption(job)),
  /* @__PURE__ */ createCache({ maxEntries: 8 }),
  JSON.stringify,
);

/** Replaces the text in an SVG logo with outlines, like `drawPageCaption`. @internal */
export function outlinePageLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return perform("logo", ({ outlineLogo }) => outlineLogo(bytes));
}

interface Script {
  drawCaption(job: CaptionJob): Promise<Caption>;
  outlineLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

/** Settles like `work`, which gets the exports of the script. Errors refer to `field`. */
async function perform<Value>(field: string, work: (script: Script) => Promise<Value>): Promise<Value> {
  const path = folder + SCRIPT;
  let script: Script;
  try {
    script = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ new URL(path, globalThis.location?.href)
        .href
    );
  } catch (cause) {
    const rule = field === "logo" ? TEXT_NEEDS_FILE : NEEDS_FILE;
    throw new QrError("NOT_SUPPORTED", { field, rule, values: { path }, cause });
  }
  try {
    return await work(script);
  } catch (error) {
    const fault = error as QrError;
    if (fault.code === "INTERNAL") throw new QrError("NOT_SUPPORTED", { field, rule: NOT_STARTED, cause: error });
    // The script has its own copy of the class QrError.
    throw fault.name === "QrError" ? fromRecord(toRecord(fault)) : error;
  }
}
