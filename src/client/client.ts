import type { CreatedLink, Report } from "../api.ts";
import { createToken } from "../link-id.ts";
import { type BodyOf, bareType, type Format, type FormatRow, formatOfType, formats } from "../options/formats.ts";
import type { OptionName, OptionsOf, QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Matrix } from "../render/matrix.ts";
import { baseOf, queryOf } from "./address.ts";
import { objectOf, withData } from "./arguments.ts";
import { type CallSettings, type ClientSettings, createSend } from "./send.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export type { CallSettings, ClientSettings } from "./send.ts";

/** A text and how its code looks. */
export type QrRequest = { readonly data: string } & OptionsOf<Exclude<OptionName, "data">>;

/** A request for one format, which determines the type of the picture. */
export type FormatRequest<Name> = QrRequest & { readonly format?: Name | undefined };

/** Options that an address can carry. */
export type UrlRequest = Omit<QrRequest, "logoData">;

/** Shared options, and up to 50 items that may override them. */
export type BatchRequest = {
  readonly options?: OptionsOf<OptionName> | undefined;
  readonly items: readonly QrRequest[];
};

export type BatchResultEntry =
  | { readonly index: number; readonly status: 200; readonly picture: FetchedPicture<Format> }
  | { readonly index: number; readonly status: number; readonly error: string };

/** `results` has one entry for each item, in order. */
export interface BatchResult {
  readonly count: number;
  readonly results: readonly BatchResultEntry[];
}

export type CardRequest = {
  /** Encoded in the code on the image. */
  readonly data: string;
  /** Drawn beside it, at most 200 characters. */
  readonly title?: string | undefined;
  /** The accent, six hex digits without #. */
  readonly color?: string | undefined;
};

/** A picture: bytes for png, text for other formats. */
export interface FetchedPicture<Name extends Format> extends Picture {
  readonly body: BodyOf<Name>;
  /** Returns the body as a Blob. */
  blob(): Blob;
}

export type LinkRequest = {
  /** The text behind the link. */
  readonly data: string;
  /** The token for deleting the link; generated if left out. */
  readonly token?: string | undefined;
};

/** A short link with its addresses. */
export interface ShortLink extends CreatedLink {
  /** The page that shows the code. */
  readonly url: string;
  /** The code as PNG. */
  readonly image: string;
  /** The code as SVG. */
  readonly svg: string;
}

/** isoqr over HTTP: one method per endpoint. Requests reject with QrError, which has the status, code and message of the
 *  response. */
export interface Client {
  /** Returns the address of a picture, for `src` and Markdown. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  generateUrl(options: UrlRequest): string;
  /** Resolves to a picture, by default a PNG. */
  generate<Format extends QrOptions["format"] = "png">(
    options: FormatRequest<Format>,
    call?: CallSettings,
  ): Promise<FetchedPicture<Format>>;
  /** Resolves to the modules as rows of 1 and 0. */
  generateJson(options: QrRequest, call?: CallSettings): Promise<Matrix>;
  /** Resolves to up to 50 pictures. An invalid item is an entry with an error. */
  generateBatch(batch: BatchRequest, call?: CallSettings): Promise<BatchResult>;
  /** Resolves to whether the code can be scanned, and the issues if not. */
  validate(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** Resolves to the same report, for its numbers. */
  inspect(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** Creates a short link. Only its creator gets the `token`, which is needed to delete it. The client chooses a token so
   *  that it can retry safely. To retry after a failed call as well, choose it yourself: 22 to 128 random characters from
   *  A-Z, a-z, 0-9, - and _. */
  createLink(link: LinkRequest, call?: CallSettings): Promise<ShortLink>;
  /** Returns the address of a social preview image. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  ogImageUrl(card: CardRequest): string;
  /** Resolves to a social preview image, a PNG of 1200 x 630 pixels. */
  generateOgImage(card: CardRequest, call?: CallSettings): Promise<FetchedPicture<"png">>;
}

/** Creates a client. @throws {QrError} INVALID_OPTION for an invalid setting. */
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

/** Resolves to the picture in `answer`, by its content type, because a captive portal may send a page instead.
 *  @throws {TypeError} if it is not a picture. */
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

/** Resolves to the pictures in the response to a batch. */
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
