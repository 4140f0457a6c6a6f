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

/** A text and how its code looks; the options have the names, limits and defaults they have everywhere. */
export type QrRequest = { readonly data: string } & OptionsOf<Exclude<OptionName, "data">>;

/** A request for one format, which decides what comes back. */
export type FormatRequest<Name> = QrRequest & { readonly format?: Name | undefined };

/** What an address can carry: everything but inline data. */
export type UrlRequest = Omit<QrRequest, "logoData">;

/** Up to 50 items, each with its text and whatever differs from the shared options. */
export type BatchRequest = {
  readonly options?: OptionsOf<OptionName> | undefined;
  readonly items: readonly QrRequest[];
};

/** The picture of one item, or why there is none. */
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

/** A picture as it came: bytes for png, text for the other formats. */
export interface FetchedPicture<Name extends Format> extends Picture {
  readonly body: BodyOf<Name>;
  /** The same as a Blob, for object URLs, the clipboard and form data. */
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
