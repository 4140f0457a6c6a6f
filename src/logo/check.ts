import { readLogoHeader } from "./header.ts";
import { checkSvg } from "./svg-check.ts";

/** All that a logo must be before it is drawn. The file that a script tag brings has logo-judge-brief.ts in place of this.
 *  @throws {QrError} LOGO_INVALID with what to change, or LOGO_TOO_LARGE. */
export function judgeLogo(bytes: Uint8Array): void {
  if (readLogoHeader(bytes).kind === "svg") checkSvg(bytes);
}
