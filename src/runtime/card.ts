import { objectOf } from "../client/arguments.ts";
import type { TextOptionsOf } from "../options/option-types.ts";
import type { CardLookName } from "../options/table.ts";
import type { HeavyWork } from "../ports.ts";
import { drawCard } from "../service/og.ts";
import { createHeavyWork } from "./heavy-work.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

export interface CardOptions extends TextOptionsOf<Exclude<CardLookName, "logo">> {
  /** The text of the QR code. If it is a URL, the card also shows its host. */
  readonly data: string;
  /** The heading, in any script. Text that does not fit ends with an ellipsis. */
  readonly title?: string | undefined;
  /** Accent colour, six hex digits without #; by default, the colour of the design, or 000000. */
  readonly color?: string | undefined;
}

let work: HeavyWork | undefined;

/** Resolves to a social card, a PNG file of 1200 x 630 pixels. Blocks the thread for tens of milliseconds, and longer
 *  the first time. Requires the packages harfbuzzjs, woff2-encoder, @resvg/resvg-wasm and
 *  @fontsource-variable/noto-sans. Scripts that Noto Sans does not cover require their own font packages, and emoji
 *  require @twemoji/svg.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG, a logo error, or NOT_SUPPORTED if a package is not installed or its
 *  version is not supported. */
export async function toCard(options: CardOptions): Promise<Uint8Array<ArrayBuffer>> {
  work ??= createHeavyWork();
  const { body } = await drawCard({ ...objectOf(options) }, { heavy: work });
  return body as Uint8Array<ArrayBuffer>;
}
