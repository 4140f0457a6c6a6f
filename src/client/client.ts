import type { CreatedLink, Optimization, Report, ServedPictureCode, SheetReport } from "../api.ts";
import { createToken } from "../links/token.ts";
import { type BodyOf, bareType, type Format, type FormatRow, formatOfType, formats } from "../options/formats.ts";
import type { TextOptionsOf } from "../options/option-types.ts";
import type { PictureInput } from "../options/picture-table.ts";
import type { PosterSettings } from "../options/poster-table.ts";
import type { SearchInput } from "../options/search-table.ts";
import type { SheetSettings } from "../options/sheet-table.ts";
import type { CardLookName, LinkOptionName, OptionName, QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Matrix } from "../render/matrix.ts";
import { baseOf, queryOf } from "./address.ts";
import { checkNames, objectOf, withData } from "./arguments.ts";
import { type CallSettings, type ClientSettings, createSend, type RequestTraits } from "./send.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export type { CallSettings, ClientSettings } from "./send.ts";

/** The text to encode, and the options for its QR code. Names, limits and defaults are those of the HTTP API. */
export type QrRequest = { readonly data: string } & TextOptionsOf<Exclude<OptionName, "data">>;

/** The design to improve, and the settings of the search. */
export type OptimizeRequest = QrRequest & SearchInput;

/** A request for an image in the format `Name`, which determines the type of the result. */
export type FormatRequest<Name> = QrRequest & { readonly format?: Name | undefined };

/** A request that a URL can contain, so without an inline logo. */
export type UrlRequest = Omit<QrRequest, "logoData">;

/** Up to 50 items, and options for all of them, which an item's own options override. */
export type BatchRequest = {
  readonly options?: TextOptionsOf<OptionName> | undefined;
  readonly items: readonly QrRequest[];
};

export type BatchResultEntry =
  | { readonly index: number; readonly status: 200; readonly picture: FetchedPicture<Format> }
  | { readonly index: number; readonly status: number; readonly error: string };

export interface BatchResult {
  readonly count: number;
  /** One entry for each item, in order. */
  readonly results: readonly BatchResultEntry[];
}

/** A social card. The look options are those of the code on the card. */
export type CardRequest = TextOptionsOf<Exclude<CardLookName, "logoData">> & {
  /** The text of the QR code on the card. */
  readonly data: string;
  /** The title next to the QR code. Text that does not fit ends with an ellipsis. */
  readonly title?: string | undefined;
  /** The accent colour, six hex digits without #; by default, the colour of the design, or "000000". */
  readonly color?: string | undefined;
};

/** An image. Its body is bytes for PNG and text for all other formats. */
export interface FetchedPicture<Name extends Format> extends Picture {
  readonly body: BodyOf<Name>;
  /** Returns the body as a Blob. */
  blob(): Blob;
}

/** The settings of a sheet of labels, and its labels. */
export type SheetInput = { readonly [Name in keyof SheetSettings]?: SheetSettings[Name] | undefined } & {
  /** Options for all codes. An item can override them. */
  readonly options?: Partial<QrRequest> | undefined;
  readonly items: readonly (Partial<QrRequest> & {
    /** The words beside or below the code. */
    readonly caption?: string | undefined;
  })[];
};

/** The options of a poster, with those of its code. */
export type PosterInput = Omit<QrRequest, "format"> &
  Partial<PosterSettings> & {
    /** What people can read and type, up to six. Default: the password of a network. */
    readonly details?:
      | readonly { readonly label: string; readonly value: string; readonly exact?: boolean }[]
      | undefined;
  };

/** The options of a picture code, with its text and its picture. */
export type PictureCodeRequest = { readonly [Name in keyof PictureInput]?: PictureInput[Name] | undefined } & {
  /** The text to encode. */
  readonly data: string;
  /** A PNG, JPEG, WebP or SVG file of at most 2 MB, as base64 or as a data URI. */
  readonly picture: string;
};

export type LinkRequest = Pick<QrRequest, LinkOptionName> & {
  /** The text behind the link, such as a URL. */
  readonly data: string;
  /** The token for deleting the link; generated if omitted. */
  readonly token?: string | undefined;
};

/** The link of a share page, and its URLs. */
export interface ShortLink extends CreatedLink {
  /** The URL of the page that shows the QR code. */
  readonly url: string;
  /** The URL of the QR code as PNG. */
  readonly image: string;
  /** The URL of the QR code as SVG. */
  readonly svg: string;
}

/** A client for the HTTP API. Requests reject with a QrError that has the status, code and message of the response.
 *  If there is no response, the code is UNREACHABLE, and the status is 504 after a timeout, or 502 for any other reason. */
export interface Client {
  /** Returns the URL of an image, for example for the `src` of an `<img>`. Sends no request.
   *  @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  generateUrl(options: UrlRequest): string;
  /** Resolves to an image in the requested format. Default: "png". */
  generate<Format extends QrOptions["format"] = "png">(
    options: FormatRequest<Format>,
    call?: CallSettings,
  ): Promise<FetchedPicture<Format>>;
  /** Resolves to the modules as rows of 1 (dark) and 0 (light), without a quiet zone. */
  generateJson(options: QrRequest, call?: CallSettings): Promise<Matrix>;
  /** Resolves to the results of up to 50 items. An invalid item becomes an error entry, and does not affect
   *  other items. */
  generateBatch(batch: BatchRequest, call?: CallSettings): Promise<BatchResult>;
  /** Resolves to a report: whether the QR code can be scanned, its grade, and a fix for each issue. */
  validate(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** Resolves to the same report as `validate`. */
  inspect(options: QrRequest, call?: CallSettings): Promise<Report>;
  /** Resolves to a design that scans better, with reports about both designs. Takes several seconds. */
  optimize(options: OptimizeRequest, call?: CallSettings): Promise<Optimization>;
  /** Creates the link of a share page. Only the creator of the link gets the `token`, which is required to delete it. The
   *  client generates the token, so that it can retry safely. To repeat a failed call yourself, pass a token: 22 to 128
   *  random characters from A-Z, a-z, 0-9, - and _. */
  createLink(link: LinkRequest, call?: CallSettings): Promise<ShortLink>;
  /** Returns the URL of a social card. Sends no request. @throws {QrError} DATA_MISSING or INVALID_OPTION. */
  ogImageUrl(card: CardRequest): string;
  /** Resolves to a social card, a PNG of 1200 x 630 pixels. */
  generateOgImage(card: CardRequest, call?: CallSettings): Promise<FetchedPicture<"png">>;
  /** Resolves to a code that shows a picture, with its grade. Takes seconds. */
  drawPictureCode(options: PictureCodeRequest, call?: CallSettings): Promise<ServedPictureCode>;
  /** Resolves to a PDF with labels, one per item. */
  drawSheet(sheet: SheetInput, call?: CallSettings): Promise<FetchedPicture<"pdf">>;
  /** Resolves to the report on a sheet: the codes that scan poorly at their printed size, and the captions that do not fit. */
  inspectSheet(sheet: SheetInput, call?: CallSettings): Promise<SheetReport>;
  /** Resolves to a page with a code, a headline and details, as PDF or SVG. */
  drawPoster(options: PosterInput, call?: CallSettings): Promise<FetchedPicture<"pdf" | "svg">>;
}

const SETTINGS = { baseUrl: true, fetch: true, timeout: true, signal: true } satisfies Record<
  keyof ClientSettings,
  true
>;

/** Returns a client for the service at `baseUrl`.
 *
 *  @example
 *  const client = createClient({ baseUrl: "https://qr.example.com" });
 *  const { body } = await client.generate({ data: "https://example.com", format: "svg", size: 300 });
 *
 *  @throws {QrError} INVALID_OPTION if a setting is invalid. */
export function createClient(settings: ClientSettings): Client {
  checkNames(settings, SETTINGS);
  const base = baseOf(settings?.baseUrl);
  const send = createSend(base, settings);
  const post = async <T>(path: string, input: object, call?: CallSettings, traits?: RequestTraits) =>
    send<T>(path, (answer) => answer.json(), objectOf(input), call, traits);
  const ogPath = (card: CardRequest) => `/api/og?${queryOf(objectOf(card))}`;
  return {
    generateUrl: (options) => `${base}/api/qr?${queryOf(withData(options))}`,
    generate: async (options, call) => send("/api/qr", readPicture, objectOf(options), call),
    generateJson: async (options, call) => post("/api/qr", { ...objectOf(options), format: "json" }, call),
    generateBatch: async (batch, call) => send("/api/qr/batch", readBatch, objectOf(batch, "items: [...]"), call),
    validate: (options, call) => post("/api/qr/validate", options, call),
    inspect: (options, call) => post("/api/qr/inspect", options, call),
    // Longer than the longest search.
    optimize: (options, call) => post("/api/qr/optimize", options, call, { timeout: 90_000 }),
    // Each attempt sends the same token, so a retry creates no second link.
    createLink: async (link, call) =>
      send("/api/i", (answer) => answer.json(), { token: createToken(), ...objectOf(link) }, call, { again: true }),
    ogImageUrl: (card) => base + ogPath(withData(card)),
    generateOgImage: async (card, call) => send(ogPath(card), readPicture, undefined, call),
    drawPictureCode: async (options, call) =>
      send("/api/qr/picture", readPictureCode, { ...objectOf(options), format: "json" }, call, { timeout: 120_000 }),
    drawSheet: async (sheet, call) =>
      send("/api/sheet", readPicture, { ...objectOf(sheet, "items: [...]"), format: "pdf" }, call, {
        timeout: 120_000,
      }),
    inspectSheet: (sheet, call) =>
      post("/api/sheet", { ...objectOf(sheet, "items: [...]"), format: "json" }, call, { timeout: 120_000 }),
    drawPoster: async (options, call) => send("/api/poster", readPicture, objectOf(options), call),
  };
}

/** Resolves to the image in `answer`. Rejects with TypeError if its content type is not that of a format, for example
 *  because a captive portal sent a web page. */
async function readPicture<Asked extends Format>(answer: Response): Promise<FetchedPicture<Asked>> {
  const format = knownFormat(answer.headers.get("Content-Type") ?? "");
  const { body: kind, contentType } = formats[format];
  const body = kind === "bytes" ? new Uint8Array(await answer.arrayBuffer()) : await answer.text();
  return pictureOf(contentType, body) as FetchedPicture<Asked>;
}

/** An entry in the response to a batch. */
type SentEntry = { index: number; status: number; error?: string; contentType: string; output: unknown };

async function readBatch(answer: Response): Promise<BatchResult> {
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

async function readPictureCode(answer: Response): Promise<ServedPictureCode> {
  const { output, ...code } = await answer.json();
  return { png: bodies.bytes(output), ...code };
}

const bodies = {
  bytes: (output: unknown) =>
    Uint8Array.from(atob(String(output).replace(/^.*,/, "")), (character) => character.charCodeAt(0)),
  text: String,
  json: JSON.stringify,
} satisfies Readonly<Record<FormatRow["body"], (output: unknown) => Picture["body"]>>;

/** Returns the format with this content type. @throws {TypeError} for other content types. */
function knownFormat(contentType: string): Format {
  const format = formatOfType(contentType);
  if (format) return format;
  throw new TypeError(`expected an image, received ${bareType(contentType)}`);
}

function pictureOf(contentType: string, body: Uint8Array<ArrayBuffer> | string): FetchedPicture<Format> {
  return { contentType, body, blob: () => new Blob([body], { type: contentType }) };
}
