import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { type Logo, type ReadLogo, readLogo } from "./logo.ts";

/** Shares logos between the items of a batch: a logo that several items use is fetched or decoded, read and, if it is
 *  invalid, refused only once. It is released after its last item, so that a batch of fifty large logos does not hold all
 *  of them. */
export function rememberLogos(items: readonly (RawOptions | undefined)[]): ReadLogo {
  const wanted = new Map<unknown, number>();
  for (const item of items) wanted.set(nameIn(item), (wanted.get(nameIn(item)) ?? 0) + 1);
  const known = new Map<string, Promise<Logo>>();
  return (options, parts) => {
    const name = nameIn(options);
    if (typeof name !== "string") return undefined;
    const logo = known.get(name) ?? readLogo(options, parts)?.then(refusedOnce);
    if (!logo) return undefined;
    const left = (wanted.get(name) ?? 1) - 1;
    wanted.set(name, left);
    if (left > 0) known.set(name, logo);
    else known.delete(name);
    // The next item may try again.
    logo.catch((error: unknown) => isBusy(error) && known.get(name) === logo && known.delete(name));
    return logo;
  };
}

/** Returns the logo's address or data, as its key; the data if both are given. */
function nameIn({ logo, logoData }: RawOptions = {}): unknown {
  return logoData ?? logo;
}

/** Wraps `logo` so that it is not drawn again after it was refused. Later drawings wait for the first one. */
function refusedOnce({ header, draw }: Logo): Logo {
  let first: Promise<unknown> | undefined;
  return {
    header,
    draw(box) {
      if (first) return first.then(() => draw(box));
      const drawing = draw(box);
      first = drawing.catch((error: unknown) => {
        if (!isBusy(error)) throw error;
        first = undefined;
      });
      first.catch(() => undefined);
      return drawing;
    },
  };
}

/** Returns whether the failure is temporary rather than the logo's fault. */
function isBusy(error: unknown): boolean {
  return error instanceof QrError && error.code === "BUSY";
}
