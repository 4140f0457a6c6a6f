import type { QrOptions } from "../options/table.ts";
import type { BatchResult, FetchedPicture } from "./requests.ts";

type Format = QrOptions["format"];

/** The picture in `answer`. What the service says it sent decides, not what was asked for: a captive portal answers with
 *  pages. @throws {TypeError} for what is no picture. */
export async function readPicture<Asked extends Format>(answer: Response): Promise<FetchedPicture<Asked>> {
  const contentType = answer.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  const text = contentType === "image/svg+xml" || contentType === "application/json";
  if (!text && contentType !== "image/png") throw new TypeError(`a picture was asked for, ${contentType} came`);
  const body = text ? await answer.text() : new Uint8Array(await answer.arrayBuffer());
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
      const picture = pictureOf(contentType, typeof output === "string" ? dataOf(output) : JSON.stringify(output));
      return { index, status: 200, picture };
    }),
  };
}

/** The bytes of a data URI; other text as it is. */
function dataOf(output: string): Uint8Array<ArrayBuffer> | string {
  if (!output.startsWith("data:")) return output;
  return Uint8Array.from(atob(output.slice(output.indexOf(",") + 1)), (character) => character.charCodeAt(0));
}

function pictureOf(contentType: string, body: Uint8Array<ArrayBuffer> | string): FetchedPicture<Format> {
  return { contentType, body, blob: () => new Blob([body], { type: contentType }) };
}
