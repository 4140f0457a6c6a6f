import { ID_PATTERN } from "../links/id.ts";
import { formats, imageFormats } from "../options/formats.ts";
import type { FileType } from "../payload/file.ts";

const FILE_EXTENSIONS: readonly FileType["extension"][] = ["vcf", "ics"];

export const LINK_ID = new RegExp(`^${ID_PATTERN}$`);

/** Matches the path of a request that deletes a link. */
export const LINK_PATH = new RegExp(`^/api/i/${ID_PATTERN}$`);

const EXTENSIONS = [...imageFormats.map((name) => formats[name].extension), ...FILE_EXTENSIONS];

/** Matches the paths of share pages and, with an extension, of the images and files of links. */
export const SHARED_PATH = new RegExp(`^/i/(${ID_PATTERN})(?:\\.(${EXTENSIONS.join("|")}))?$`);

export function isSharePath(path: string): boolean {
  const match = SHARED_PATH.exec(path);
  return match !== null && match[2] === undefined;
}

/** Returns whether the client accepts HTML. All other clients get errors as JSON. */
export function acceptsHtml({ headers }: Request): boolean {
  return /\btext\/html\b/i.test(headers.get("Accept") ?? "");
}

export function acceptedLanguages({ headers }: Request): string {
  return headers.get("Accept-Language") ?? "";
}
