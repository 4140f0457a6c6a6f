import { decodeBase64 } from "../base64.ts";
import { fromRecord, QrError, toRecord } from "../errors.ts";
import { logoTooLarge } from "../logo/errors.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import { checkKind, checkSide, readPngSize } from "../logo/raster.ts";
import type { QrOptions } from "../options/table.ts";
import type { HeavyWork, LogoFetcher, LogoHeader, Pixels } from "../ports.ts";

/** A logo that may be drawn. */
export interface Logo {
  readonly header: LogoHeader;
  /** Draws it as large as fits the box, in its middle. Rejects as HeavyWork does. */
  draw(box: { readonly width: number; readonly height: number }): Promise<Pixels>;
}

/** What of the world outside a logo needs. */
export interface LogoParts {
  readonly logos?: LogoFetcher | undefined;
  readonly heavy?: HeavyWork | undefined;
}

/** The logo that `options` name, fetched or decoded, and checked; undefined when they name none.
 *  Rejects with QrError LOGO_INVALID, LOGO_TOO_LARGE, LOGO_UNREACHABLE; NOT_SUPPORTED where nobody draws logos. */
export type ReadLogo = (options: QrOptions, parts: LogoParts) => Promise<Logo> | undefined;

export const readLogo: ReadLogo = ({ logo, logoData }, parts) => {
  if (logoData !== undefined) return openLogo("logoData", parts, async () => inlineLogo(logoData));
  if (logo !== undefined) return openLogo("logo", parts, () => fetchLogo(logo, parts.logos));
  return undefined;
};

/** The logo that `read` gives the bytes of, and the caller named in `field`. */
async function openLogo(
  field: "logo" | "logoData",
  { heavy }: LogoParts,
  read: () => Promise<Uint8Array>,
): Promise<Logo> {
  if (!heavy) {
    const rule = "logos are not drawn here: leave the logo out, or ask a server that draws them";
    throw new QrError("NOT_SUPPORTED", 501, rule, field, { whole: true });
  }
  try {
    const bytes = await read();
    const header = await readHeader(bytes, heavy);
    const draw: Logo["draw"] = (box) =>
      heavy.run({ name: "drawLogo", input: { bytes, kind: header.kind, ...box } }).catch((error: unknown) => {
        throw named(error, field);
      });
    return { header, draw };
  } catch (error) {
    throw named(error, field);
  }
}

/** Reads the header. Only PNG is read in this thread, because that takes the same short time for every file. */
async function readHeader(bytes: Uint8Array, heavy: HeavyWork): Promise<LogoHeader> {
  const kind = checkKind(bytes);
  if (kind === "png") return checkSide({ kind, ...readPngSize(bytes) });
  if (heavy.jobs.has("readLogo")) return heavy.run({ name: "readLogo", input: bytes });
  const { readLogoHeader } = await import("../logo/header.ts");
  return readLogoHeader(bytes);
}

async function fetchLogo(url: string, logos: LogoFetcher | undefined): Promise<Uint8Array> {
  if (logos) return logos.fetch(url, MAX_LOGO_BYTES);
  throw new QrError("NOT_SUPPORTED", 501, "logos are not fetched here: send the logo as {logoData}", "logo", {
    whole: true,
  });
}

function inlineLogo(logoData: string): Uint8Array {
  const bytes = decodeLogo(logoData);
  if (bytes) return bytes;
  throw logoTooLarge();
}

/** Returns the bytes of a logo given as data; undefined if it is too long to decode. Whitespace may make a small logo
 *  longer, up to a limit. The type in a data URI is ignored, like every other declared type. */
export function decodeLogo(logoData: string): Uint8Array<ArrayBuffer> | undefined {
  return textLength(logoData) > 2 * MAX_LOGO_BYTES ? undefined : decodeBase64(logoData.slice(textStart(logoData)));
}

/** Returns the number of base64 characters in a logo given as data. */
export function textLength(logoData: string): number {
  return logoData.length - textStart(logoData);
}

function textStart(logoData: string): number {
  return logoData.slice(0, 256).indexOf(",") + 1;
}

/** The complaint about a logo under the name by which the caller gave it. */
function named(error: unknown, field: string): unknown {
  return error instanceof QrError && error.field === "logo" ? fromRecord({ ...toRecord(error), field }) : error;
}
