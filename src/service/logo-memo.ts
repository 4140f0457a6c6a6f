import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { type Logo, type ReadLogo, readLogo } from "./logo.ts";

/** How the items of one batch come by their logos: one that several of them name is fetched or decoded, read and, if it is
 *  bad, refused once for all of them. It is let go after the last of them has asked, so that a batch of fifty large logos
 *  does not hold them all. */
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
    // The next item may have more luck.
    logo.catch((error: unknown) => isBusy(error) && known.get(name) === logo && known.delete(name));
    return logo;
  };
}

/** The logo's address or data, by which it is known; what is both is the data. */
function nameIn({ logo, logoData }: RawOptions = {}): unknown {
  return logoData ?? logo;
}

/** `logo`, which is not drawn again once it was refused: its first drawing is waited for. */
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

/** Whether it was the moment and not the logo. */
function isBusy(error: unknown): boolean {
  return error instanceof QrError && error.code === "BUSY";
}
