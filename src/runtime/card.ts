import { objectOf } from "../client/arguments.ts";
import type { HeavyWork } from "../ports.ts";
import { readCard } from "../service/og.ts";
import { createHeavyWork } from "./heavy-work.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

export interface CardOptions {
  /** The text of the QR code. If it is a URL, the card also shows its host. */
  readonly data: string;
  /** The heading, in any script. Text that does not fit ends with an ellipsis. */
  readonly title?: string | undefined;
  /** Accent colour, six hex digits without #; 000000 by default. */
  readonly color?: string | undefined;
}

let work: HeavyWork | undefined;

/** Resolves to a social card, a PNG file of 1200 x 630 pixels. Blocks the thread for tens of milliseconds, and longer
 *  the first time. Requires the packages harfbuzzjs, woff2-encoder, @resvg/resvg-wasm and
 *  @fontsource-variable/noto-sans. Scripts that Noto Sans does not cover require their own font packages, and emoji
 *  require @twemoji/svg.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG, or NOT_SUPPORTED if a package is not installed or its
 *  version is not supported. */
export async function toCard(options: CardOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { data, title, color } = objectOf(options);
  work ??= createHeavyWork();
  const input = readCard({ data, title, color });
  return work.run({ name: "drawCard", input });
}
