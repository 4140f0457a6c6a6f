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
 *  @throws {QrError} LOGO_INVALID, LOGO_TOO_LARGE, LOGO_UNREACHABLE; NOT_SUPPORTED where nobody draws logos. */
export async function readLogo(options: QrOptions, { logos, heavy }: LogoParts): Promise<Logo | undefined> {
  const { logo, logoData } = options;
  const field = logoData === undefined ? "logo" : "logoData";
  if (logo === undefined && logoData === undefined) return undefined;
  if (!heavy)
    throw new QrError(
      "NOT_SUPPORTED",
      501,
      "logos are not drawn here: leave the logo out, or ask a server that draws them",
      field,
    );
  try {
    const bytes = logoData === undefined ? await fetchLogo(logo as string, logos) : decodeLogo(logoData);
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

function fetchLogo(url: string, logos: LogoFetcher | undefined): Promise<Uint8Array> {
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
  return new QrError(error.code, error.status, error.message.replace(/^logo\b/, field), field);
}
