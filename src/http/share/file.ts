import { fileTypeOf, writeFile } from "../../payload/file.ts";
import { detect } from "../../payload/payload.ts";

/** The file that saves the content of a link, such as a contact. */
export interface ShareFile {
  readonly contentType: string;
  /** The Content-Disposition header. RFC 6266. */
  readonly disposition: string;
  readonly body: string;
}

/** Returns the file with this extension for the text of a link; undefined if the text has no such file. */
export function shareFile(data: string, extension: string): ShareFile | undefined {
  const payload = detect(data);
  const type = fileTypeOf(payload);
  if (type?.extension !== extension) return undefined;
  // iOS shows an inline file in a sheet with a button that saves it. Other browsers download it, because they cannot
  // show files of these types.
  const name = fileNameOf(payload.title, payload.label);
  const plain = `filename="${payload.label.toLowerCase()}.${extension}"`;
  const disposition = `inline; ${plain}; filename*=UTF-8''${encoded(`${name}.${extension}`)}`;
  return { contentType: type.contentType, disposition, body: writeFile(payload, data) };
}

/** Maximum length of file names in code points, without the extension. */
const NAME_LENGTH = 60;

/** Returns `title` without characters that file names cannot contain or that hide text, or `otherwise` if nothing is
 *  left. */
function fileNameOf(title: string, otherwise: string): string {
  const words = title.replace(/[\p{C}\p{Zl}\p{Zp}\s"*/:<>?\\|.]+/gu, " ").trim();
  return [...words].slice(0, NAME_LENGTH).join("").trim() || otherwise;
}

/** Encodes `text` for a header parameter such as filename*. RFC 8187, 3.2.1. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
