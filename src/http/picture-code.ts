import type { QrApi, ServedPictureCode } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { pictureRequestTable } from "../options/picture-request.ts";
import { isObject, readJson } from "../options/read.ts";
import { encodeBase64 } from "../text/base64.ts";
import type { Enter } from "../work/gate.ts";
import { withBody } from "./body.ts";
import type { TakingTurns } from "./limits.ts";
import { jsonResponse, pictureResponse, type Reply, withExposed } from "./respond.ts";

const PICTURE_CODES_BUSY = "too many picture codes in progress: try again in a few seconds";

/** Maximum total size in bytes of the pictures of all requests in progress: eight of the largest ones. */
export const PICTURE_ROOM = 128 * 1024 * 1024;

export function pictureCodesBusy(): QrError {
  return new QrError("BUSY", { rule: PICTURE_CODES_BUSY });
}

/** Responds to a request for a code that shows a picture: with the PNG, and its strength and grade in headers, or with JSON.
 *  `enter` takes space for the bytes of a picture. */
export async function answerPictureCode(request: Request, api: QrApi, call: TakingTurns, enter: Enter): Promise<Reply> {
  const draw = async (input: RawOptions) => {
    // The service rejects values that cannot be read.
    const { size: sizes, format: formats } = pictureRequestTable;
    const size = sizes.read(input.size) ?? sizes.default;
    const slot = enter(4 * size * size, call.client);
    try {
      const code = await api.drawPictureCode(input, call);
      return formats.read(input.format) === "json" ? jsonResponse(toSent(code)) : toPicture(code);
    } finally {
      slot.leave();
    }
  };
  return withBody(request, readPictureOptions, draw, call);
}

/** Parses the options in a JSON text. Objects and arrays become empty arrays, because they are never valid, and the values of
 *  unknown options become null. @throws {QrError} BODY_INVALID. */
function readPictureOptions(text: string): RawOptions {
  const kept = (name: string, word: unknown) =>
    !Object.hasOwn(pictureRequestTable, name) ? null : isObject(word) || Array.isArray(word) ? [] : word;
  return Object.fromEntries(Object.entries(readJson(text)).map(([name, word]) => [name, kept(name, word)]));
}

/** Returns a picture code as it is sent in JSON. */
function toSent({ png, ...code }: ServedPictureCode): object {
  const { version, side, ec, mask } = code.symbol;
  return { output: `data:image/png;base64,${encodeBase64(png)}`, ...code, symbol: { version, side, ec, mask } };
}

function toPicture({ png, strength, scan }: ServedPictureCode): Reply {
  const found = { "X-Strength": String(strength), ...(scan && { "X-Grade": scan.grade }) };
  return withExposed(pictureResponse({ contentType: "image/png", body: png }), found);
}
