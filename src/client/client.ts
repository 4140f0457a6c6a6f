import type { Report } from "../api.ts";
import type { QrOptions } from "../options/table.ts";
import type { Matrix } from "../render/matrix.ts";
import { createToken } from "../token.ts";
import { baseOf, queryOf } from "./address.ts";
import { objectOf, withData } from "./arguments.ts";
import { readBatch, readPicture } from "./pictures.ts";
import type {
  BatchRequest,
  BatchResult,
  CardRequest,
  FetchedPicture,
  FormatRequest,
  LinkRequest,
  QrRequest,
  ShortLink,
  UrlRequest,
} from "./requests.ts";
import { type CallSettings, type ClientSettings, createSend } from "./send.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export type * from "./requests.ts";
export type { CallSettings, ClientSettings } from "./send.ts";

/** isoqr over HTTP: one method for each endpoint. Those that send something reject with QrError, which has the status,
 *  the code and the sentence of the server's answer. */
export interface Client {
  /** The address of a picture, for `src` attributes and Markdown. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  generateUrl(options: UrlRequest): string;
  /** A picture: bytes for png, which is the default, and text for svg and json, whose numbers generateJson gives. */
  generate<Format extends QrOptions["format"] = "png">(
    options: FormatRequest<Format>,
    call?: CallSettings,
  ): Promise<FetchedPicture<Format>>;
  /** The modules as rows of 1 and 0. */
  generateJson(options: QrRequest, call?: CallSettings): Promise<Matrix>;
  /** Up to 50 pictures in one request; a bad item is an entry with an error. */
  generateBatch(batch: BatchRequest, call?: CallSettings): Promise<BatchResult>;
  /** Whether the code would be read, and the issues if not. */
  validate(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** The same report, asked for its numbers. */
  inspect(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** Creates a short link. Only its creator gets the `token`, which is needed to delete it. The client chooses a token so
   *  that it can retry safely. To retry after a failed call as well, choose it yourself: 22 to 128 random characters from
   *  A-Z, a-z, 0-9, - and _. */
  createLink(link: LinkRequest, call?: CallSettings): Promise<ShortLink>;
  /** The address of a social preview image. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  ogImageUrl(card: CardRequest): string;
  /** A social preview image, a PNG of 1200 x 630 pixels. */
  generateOgImage(card: CardRequest, call?: CallSettings): Promise<FetchedPicture<"png">>;
}

/** A client of the service at `baseUrl`. @throws {QrError} INVALID_OPTION when that is no address. */
export function createClient(settings: ClientSettings): Client {
  const base = baseOf(settings?.baseUrl);
  const send = createSend(base, settings);
  const post = async <T>(path: string, words: object, call?: CallSettings) =>
    send<T>(path, (answer) => answer.json(), objectOf(words), call);
  const ogPath = (card: CardRequest) => `/api/og?${queryOf(objectOf(card))}`;
  return {
    generateUrl: (options) => `${base}/api/qr?${queryOf(withData(options))}`,
    generate: async (options, call) => send("/api/qr", readPicture, objectOf(options), call),
    generateJson: async (options, call) => post("/api/qr", { ...objectOf(options), format: "json" }, call),
    generateBatch: async (batch, call) => send("/api/qr/batch", readBatch, objectOf(batch, "items: [...]"), call),
    validate: (options, call) => post("/api/qr/validate", options, call),
    inspect: (options, call) => post("/api/qr/inspect", options, call),
    // Safe to send twice, because the request has a token.
    createLink: async (link, call) =>
      send("/api/i", (answer) => answer.json(), { token: createToken(), ...objectOf(link) }, call, true),
    ogImageUrl: (card) => base + ogPath(withData(card)),
    generateOgImage: async (card, call) => send(ogPath(card), readPicture, undefined, call),
  };
}
