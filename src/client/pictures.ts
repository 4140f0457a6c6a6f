import { bareType, type Format, type FormatRow, formatOfType, formats } from "../options/formats.ts";
import type { Picture } from "../picture.ts";
import type { BatchResult, FetchedPicture } from "./requests.ts";

/** The picture in `answer`. What the service says it sent decides, not what was asked for: a captive portal answers with
 *  pages. @throws {TypeError} for what is no picture. */
export async function readPicture<Asked extends Format>(answer: Response): Promise<FetchedPicture<Asked>> {
  const format = knownFormat(answer.headers.get("Content-Type") ?? "");
  const { body: kind, contentType } = formats[format];
  const body = kind === "bytes" ? new Uint8Array(await answer.arrayBuffer()) : await answer.text();
  return pictureOf(contentType, body) as FetchedPicture<Asked>;
}

/** A batch's entry as it is sent. */
interface SentEntry {
  readonly index: number;
  readonly status: number;
  readonly error?: string;
  readonly contentType: string;
  readonly output: unknown;
}

/** The pictures in `answer`, each as if it had been asked for alone. */
export async function readBatch(answer: Response): Promise<BatchResult> {
  const { count, results }: { count: number; results: SentEntry[] } = await answer.json();
  return {
    count,
    results: results.map(({ index, status, error, contentType, output }) => {
      if (error !== undefined) return { index, status, error };
      const body = bodies[formats[knownFormat(contentType)].body](output);
      return { index, status: 200, picture: pictureOf(contentType, body) };
    }),
  };
}

/** Restores the body of a picture from how a batch carries it. */
const bodies: Readonly<Record<FormatRow["body"], (output: unknown) => Picture["body"]>> = {
  bytes: (output) => Uint8Array.from(atob(String(output).replace(/^.*,/, "")), (character) => character.charCodeAt(0)),
  text: String,
  json: JSON.stringify,
};

/** @throws {TypeError} if there is no format with this content type. */
function knownFormat(contentType: string): Format {
  const format = formatOfType(contentType);
  if (format) return format;
  throw new TypeError(`a picture was asked for, ${bareType(contentType)} came`);
}

function pictureOf(contentType: string, body: Uint8Array<ArrayBuffer> | string): FetchedPicture<Format> {
  return { contentType, body, blob: () => new Blob([body], { type: contentType }) };
}
