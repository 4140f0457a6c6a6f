import type { CreatedLink } from "../api.ts";
import type { BodyOf, Format } from "../options/formats.ts";
import type { OptionName, OptionsOf } from "../options/table.ts";
import type { Picture } from "../picture.ts";

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
