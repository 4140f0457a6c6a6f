import { once } from "../async/once.ts";
import type { createDrawer as CreateDrawer } from "../element/logos.ts";
import { fromRecord, QrError, toRecord } from "../errors.ts";

const NOT_LOADED = "{name} cannot be loaded: copy it from the package to the folder of isoqr.js";

// Replaces src/element/logos.ts in dist/isoqr.js, and loads dist/isoqr-images.js, which contains that file. This way,
// pages with plain codes do not load the code for logos, designs and PNGs.

const NAME = "isoqr-images.js";

/** The URL of the other file. Only a running script has access to its own URL, so this is read immediately. Inline scripts
 *  have none. */
const address = new URL(NAME, (document.currentScript as HTMLScriptElement | null)?.src || document.baseURI).href;

interface Images {
  readonly createDrawer: typeof CreateDrawer;
}

/** Calls `createDrawer` of src/element/logos.ts in the other file. Rejects with QrError NOT_SUPPORTED if that file cannot
 *  be loaded. */
export const createDrawer: typeof CreateDrawer = async (...given) => {
  const { createDrawer: create } = await load();
  const draw = await create(...given).catch((error: unknown) => Promise.reject(ours(error)));
  return (settled) => {
    try {
      return draw(settled);
    } catch (error) {
      throw ours(error);
    }
  };
};

const load = once(async (): Promise<Images> => {
  try {
    // Pages opened from disk cannot import modules. On all other pages, import() also works under Trusted Types.
    await (address.startsWith("file:") ? addScript() : import(/* @vite-ignore */ address));
  } catch (cause) {
    throw new QrError("NOT_SUPPORTED", { rule: NOT_LOADED, values: { name: NAME }, cause });
  }
  return (globalThis as unknown as { readonly isoqrImages: Images }).isoqrImages;
});

function addScript(): Promise<unknown> {
  const script = document.createElement("script");
  script.src = address;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
}

/** Converts a QrError from the other file to the class in this file. Returns other errors unchanged. */
function ours(error: unknown): unknown {
  return error instanceof Error && error.name === "QrError" ? fromRecord(toRecord(error as QrError)) : error;
}
