import { ID_PATTERN } from "../link-id.ts";
import { formats, imageFormats } from "../options/formats.ts";

/** Matches the path of a request that deletes a link. */
export const LINK_PATH = new RegExp(`^/api/i/${ID_PATTERN}$`);

/** Matches the paths of link pages and, with an extension, of link images. */
export const SHARED_PATH = new RegExp(
  `^/i/(${ID_PATTERN})(?:\\.(${imageFormats.map((name) => formats[name].extension).join("|")}))?$`,
);

/** Returns whether the client accepts HTML. All other clients get errors as JSON. */
export function acceptsHtml({ headers }: Request): boolean {
  return /\btext\/html\b/i.test(headers.get("Accept") ?? "");
}
