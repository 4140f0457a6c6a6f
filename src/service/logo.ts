import { QrError } from "../errors.ts";
import type { QrOptions } from "../options/table.ts";
import type { HeavyWork, LogoFetcher, Pixels } from "../ports.ts";
import { decodeBase64 } from "../render/base64.ts";
import { logoTooLarge } from "../render/logo-fault.ts";
import { type LogoHeader, readLogoHeader } from "../render/logo-header.ts";
import { MAX_LOGO_BYTES } from "../render/logo-limits.ts";

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
export function readLogo({ logo, logoData }: QrOptions, parts: LogoParts): Promise<Logo> | undefined {
  if (logoData !== undefined) return openLogo("logoData", parts, async () => decodeLogo(logoData));
  if (logo !== undefined) return openLogo("logo", parts, () => fetchLogo(logo, parts.logos));
  return undefined;
}

/** The logo that `read` gives the bytes of, and the caller named in `field`. */
async function openLogo(
  field: "logo" | "logoData",
  { heavy }: LogoParts,
  read: () => Promise<Uint8Array>,
): Promise<Logo> {
  if (!heavy) {
    const sentence = "logos are not drawn here: leave the logo out, or ask a server that draws them";
    throw new QrError("NOT_SUPPORTED", 501, sentence, field);
  }
  try {
    const bytes = await read();
    const header = readLogoHeader(bytes);
    const draw: Logo["draw"] = (box) =>
      heavy.drawLogo({ bytes, kind: header.kind, ...box }).catch((error: unknown) => {
        throw named(error, field);
      });
    return { header, draw };
  } catch (error) {
    throw named(error, field);
  }
}

async function fetchLogo(url: string, logos: LogoFetcher | undefined): Promise<Uint8Array> {
  if (logos) return logos.fetch(url, MAX_LOGO_BYTES);
  throw new QrError("NOT_SUPPORTED", 501, "logos are not fetched here: send the logo as logoData", "logo");
}

/** A data URI's own type counts for nothing, like any other type that is told and not seen. */
function decodeLogo(logoData: string): Uint8Array {
  const comma = logoData.slice(0, 256).indexOf(",");
  const text = comma < 0 ? logoData : logoData.slice(comma + 1);
  // White space may make a small logo long, but not without end.
  if (text.length > 2 * MAX_LOGO_BYTES) throw logoTooLarge();
  return decodeBase64(text);
}

/** The complaint about a logo under the name by which the caller gave it. */
function named(error: unknown, field: string): unknown {
  if (!(error instanceof QrError) || error.field !== "logo" || field === "logo") return error;
  const { code, status, message, cause } = error;
  return new QrError(code, status, message.replace(/^logo\b/, field), field, { cause });
}
