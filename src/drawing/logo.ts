import { fromRecord, QrError, toRecord } from "../errors.ts";
import { logoTooLarge } from "../logo/errors.ts";
import { checkKind, checkSide, decodeLogo, mayHaveText, readPngSize } from "../logo/file.ts";
import { MAX_LOGO_BYTES } from "../logo/limits.ts";
import { logoFetchUnsupported, logosUnsupported } from "../messages/logo-rules.ts";
import type { OwnRows, RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { HeavyWork, LogoFetcher, LogoHeader, LogoJob, Pixels } from "../ports.ts";

export interface Logo {
  readonly header: LogoHeader;
  /** The file to draw. In an SVG, outlines replace text. */
  readonly bytes: Uint8Array;
  /** The file as it was sent. */
  readonly file: Uint8Array;
  /** Draws the logo, scaled to fit the box and centred. Rejects like HeavyWork. */
  draw(box: Pick<LogoJob, "width" | "height" | "middle">): Promise<Pixels>;
}

export interface LogoParts {
  /** Rows that replace rows of the option table, for hosts that read some options differently from the HTTP API. */
  readonly rows?: OwnRows | undefined;
  readonly logos?: LogoFetcher | undefined;
  readonly heavy?: HeavyWork | undefined;
}

/** Returns the aspect ratio (width / height) of a logo. */
export function aspectOf({ header }: Pick<Logo, "header">): number {
  return header.width / header.height;
}

/** Fetches or decodes the logo in `options`, and checks it. Returns undefined if there is no logo. Rejects with QrError
 *  LOGO_INVALID, LOGO_TOO_LARGE or LOGO_UNREACHABLE, with BUSY, or with NOT_SUPPORTED if the host cannot fetch or draw
 *  logos. */
export type ReadLogo = (options: QrOptions, parts: LogoParts) => Promise<Logo> | undefined;

export const readLogo: ReadLogo = ({ logo, logoData }, parts) => {
  if (logoData !== undefined) return openLogo("logoData", parts, async () => inlineLogo(logoData));
  if (logo !== undefined) return openLogo("logo", parts, () => fetchLogo(logo, parts.logos));
  return undefined;
};

/** Opens the logo, or another image, whose bytes `read` resolves to. Errors refer to `field`. */
export async function openLogo(
  field: "logo" | "logoData" | "picture",
  { heavy }: LogoParts,
  read: () => Promise<Uint8Array>,
): Promise<Logo> {
  if (!heavy) {
    throw new QrError("NOT_SUPPORTED", { field, rule: logosUnsupported });
  }
  try {
    const file = await read();
    const bytes = await outlined(file, heavy);
    const header = await readHeader(bytes, heavy);
    const draw: Logo["draw"] = (box) =>
      heavy.run({ name: "drawLogo", input: { bytes, kind: header.kind, ...box } }).catch((error: unknown) => {
        throw named(error, field);
      });
    return { header, bytes, file, draw };
  } catch (error) {
    throw named(error, field);
  }
}

/** Resolves to the file with outlines instead of text. On a host without fonts, keeps the text, which is rejected later. */
async function outlined(file: Uint8Array, heavy: HeavyWork): Promise<Uint8Array> {
  const hasText = mayHaveText(file) && heavy.jobs.has("outlineLogo");
  return hasText ? heavy.run({ name: "outlineLogo", input: file }) : file;
}

/** Reads the header. This thread reads PNG headers, which is always fast, and `heavy` reads all others. */
async function readHeader(bytes: Uint8Array, heavy: HeavyWork): Promise<LogoHeader> {
  const kind = checkKind(bytes);
  if (kind === "png") return checkSide({ kind, ...readPngSize(bytes) });
  return heavy.run({ name: "readLogo", input: bytes });
}

async function fetchLogo(url: string, logos: LogoFetcher | undefined): Promise<Uint8Array> {
  if (logos) return logos.fetch(url, MAX_LOGO_BYTES);
  const values = { option: { option: "logoData" } };
  throw new QrError("NOT_SUPPORTED", { field: "logo", rule: logoFetchUnsupported, values });
}

/** Decodes a file that is given as base64 or as a data URI. @throws {QrError} LOGO_TOO_LARGE. */
export function inlineLogo(logoData: string): Uint8Array {
  const bytes = decodeLogo(logoData);
  if (bytes) return bytes;
  throw logoTooLarge();
}

/** Returns `error` with `field`, the option that contains the logo, in place of the field `logo`. */
function named(error: unknown, field: string): unknown {
  return error instanceof QrError && error.field === "logo" ? fromRecord({ ...toRecord(error), field }) : error;
}

/** Shares logos between the items of a batch, so that each logo is fetched, decoded and checked only once. Releases a logo
 *  after the last item with it. Otherwise, a batch of fifty large logos would keep all of them in memory. */
export function shareLogos(items: readonly (RawOptions | undefined)[]): ReadLogo {
  const wanted = new Map<unknown, number>();
  for (const item of items) wanted.set(nameIn(item), (wanted.get(nameIn(item)) ?? 0) + 1);
  const known = new Map<string, Promise<Logo>>();
  return (options, parts) => {
    const name = nameIn(options);
    if (typeof name !== "string") return undefined;
    const logo = known.get(name) ?? readLogo(options, parts)?.then(refuseOnce);
    if (!logo) return undefined;
    const left = (wanted.get(name) ?? 1) - 1;
    wanted.set(name, left);
    if (left > 0) known.set(name, logo);
    else known.delete(name);
    // A busy server may be able to open the logo later, so the next item tries again.
    logo.catch((error: unknown) => isBusy(error) && known.get(name) === logo && known.delete(name));
    return logo;
  };
}

/** Returns the key of a logo: its data or, without data, its URL. */
function nameIn({ logo, logoData }: RawOptions = {}): unknown {
  return logoData ?? logo;
}

/** Wraps a logo so that later calls wait for the first drawing, and fail if that has failed. They try again only if the
 *  server was busy. */
function refuseOnce({ draw, ...logo }: Logo): Logo {
  let first: Promise<unknown> | undefined;
  return {
    ...logo,
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

function isBusy(error: unknown): boolean {
  return error instanceof QrError && error.code === "BUSY";
}
