import type { QrSymbol } from "./core/symbol.ts";
import type { RawOptions } from "./options/parse.ts";
import type { QrOptions } from "./options/table.ts";
import type { Picture } from "./picture.ts";

/** Settings for a single call. A Request can be passed too, because it has a `signal`. */
export interface ApiCall {
  /** Aborts the call: its promise rejects with the signal's reason, and its job is removed from the queue. */
  readonly signal?: AbortSignal | undefined;
  /** The client that makes the call, if the host can identify it. Clients take turns with heavy work. */
  readonly client?: string | undefined;
  /** Called with the points that the work costs (default 1): before a logo is fetched, and before each heavy job for a
   *  picture, its logo or its caption. A call pays only for its costliest job, and for a picture code, for the sum of all jobs:
   *  `points` is what it costs so far. If `takeQuota` rejects, the call rejects with the same error, and the work is not done. */
  takeQuota?(points?: number): Promise<void>;
}

/** The operations of isoqr. The service implements them, and the app serves them over HTTP. */
export interface QrApi {
  /** Draws the picture that `input` describes. @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG or a logo
   *  error. */
  generate(input: RawOptions, call?: ApiCall): Promise<Picture>;
  /** Draws up to 50 pictures. An invalid item affects only its own entry.
   *  @throws {QrError} INVALID_OPTION for an invalid batch. */
  generateBatch(input: RawOptions, call?: ApiCall): Promise<BatchAnswer>;
  /** Reports whether the picture that `input` describes can be scanned and, if not, the reason. Invalid options become
   *  issues.
   *  @throws {QrError} BUSY if the server is too busy for the scan check. */
  inspect(input: RawOptions, call?: ApiCall): Promise<Report>;
  /** Searches for a design that scans better than the one that `input` describes. `input` also has the settings of the search.
   *  @throws {QrError} like `generate`, and NOT_SUPPORTED without a decoder. */
  optimize(input: RawOptions, call?: ApiCall): Promise<Optimization>;
  /** Resolves to the link of the share page for input.data with the look options in `input`. Creates the link if there is
   *  none. */
  createLink(input: RawOptions, call?: ApiCall): Promise<CreatedLink>;
  /** Resolves to the data of a link, and to its design, if it has one. @throws {QrError} NOT_FOUND. */
  readLink(id: string): Promise<{ readonly data: string; readonly design?: RawOptions }>;
  /** Deletes a link.
   *  @throws {QrError} UNAUTHORIZED without a token, FORBIDDEN with a wrong token, NOT_FOUND if it does not exist. */
  removeLink(id: string, token: string | undefined): Promise<void>;
  /** Draws a social card with the title input.title, a QR code for input.data, and the accent colour input.color. Resolves
   *  to a PNG of 1200 x 630 pixels. */
  generateOgImage(input: RawOptions, call?: ApiCall): Promise<Picture>;
  /** Draws a code that shows the picture in input.picture, a file as base64 or a data URI, and measures its grade.
   *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG; INVALID_OPTION, also if the strength leaves no readable code; LOGO_INVALID
   *  or LOGO_TOO_LARGE if the picture cannot be used; NOT_SUPPORTED or BUSY. */
  drawPictureCode(input: RawOptions, call?: ApiCall): Promise<ServedPictureCode>;
  /** Prepares a PDF with labels: the codes and captions in `input`. Rejects if any label cannot be drawn.
   *  @throws {QrError} like `generate`; the field names the item. */
  drawSheet(input: RawOptions, call?: ApiCall): Promise<SheetAnswer>;
  /** Draws a page with the code that `input` describes, a headline, and what else `input` says, as PDF or SVG.
   *  @throws {QrError} like `generate`, and NOT_SUPPORTED on a host without fonts. */
  drawPoster(input: RawOptions, call?: ApiCall): Promise<Picture>;
}

/** What a scan of a picture code found, as in reports. */
export type PictureScan = NonNullable<Report["scan"]>;

/** A picture code. */
export interface PictureCode {
  readonly png: Uint8Array<ArrayBuffer>;
  /** What decoders read: the text, with a suffix if the code has one. */
  readonly data: string;
  /** 0 a plain code, to 1 the picture. */
  readonly strength: number;
  readonly symbol: QrSymbol;
  /** The number of wrong codewords in each block, because they show the picture, and the number that the block can correct. */
  readonly blocks: readonly { readonly wrong: number; readonly correctable: number }[];
  /** Whether a part of the picture looks like a finder pattern. Some decoders look for the code there. */
  readonly finderLike: boolean;
  /** The grade, A to F, and how it came about. Undefined if no decoder is installed. */
  readonly scan?: PictureScan;
}

/** A picture code without its modules, which only the library returns. */
export type ServedPictureCode = Omit<PictureCode, "symbol"> & { readonly symbol: Omit<QrSymbol, "modules"> };

/** A sheet of labels. */
export interface SheetAnswer {
  readonly labels: number;
  readonly pages: number;
  /** Grades the codes at their printed sizes. */
  report(): Promise<SheetReport>;
  /** Yields the parts of the PDF. Pages are drawn as they are read. */
  pdf(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
}

export interface SheetReport {
  readonly labels: number;
  readonly pages: number;
  /** Number of labels on a full page. */
  readonly perPage: number;
  /** The codes with a grade below B, by the index of their item, with the width of a module in millimetres. */
  readonly weak: readonly { readonly index: number; readonly grade: string; readonly module: number }[];
  /** The codes that were not graded, because the others needed all scans. */
  readonly unchecked: readonly number[];
  /** The items whose caption does not fit and ends with an ellipsis. */
  readonly cut: readonly number[];
}

export interface CreatedLink {
  readonly id: string;
  /** The token that is required to delete the link. Only the creator of the link gets it. */
  readonly token?: string;
}

export type BatchEntry =
  | { readonly index: number; readonly status: 200; readonly picture: Picture }
  | {
      readonly index: number;
      readonly status: number;
      readonly error: string;
      /** An unexpected error, for the server's log. It is never sent to clients. */
      readonly cause?: unknown;
    };

export interface BatchAnswer {
  readonly count: number;
  /** The results in the order of the items. You can iterate over them only once, because pictures are drawn on demand. */
  readonly results: AsyncIterable<BatchEntry> | Iterable<BatchEntry>;
}

/** The result of a search for a design that scans better. */
export interface Optimization {
  /** The report about the given design. */
  readonly before: Report;
  /** The report about the best design. The same as `before` if no other design is clearly better. */
  readonly after: Report;
  /** The options that the best design changes, with their new values. Add them to yours. */
  readonly changes: Readonly<Record<string, string | number | boolean>>;
  /** Number of designs that were drawn and scanned. */
  readonly candidates: number;
  /** "finished" if no other design promised more, or the limit that ended the search. "busy" means that the server had no time
   *  for more, or that the client has reached its limit. After "seconds" or "busy", another search may find something better. */
  readonly end: "finished" | "candidates" | "seconds" | "busy";
}

export type IssueCode =
  | "data_missing"
  | "data_too_long"
  | "invalid_option"
  | "unknown_option"
  | "ignored_option"
  | "low_contrast"
  | "caption_contrast"
  | "caption_characters"
  | "inverted"
  | "transparent_background"
  | "quiet_zone_missing"
  | "risky_shape"
  | "finder_like"
  | "too_small"
  | "unused_dots"
  | "logo_too_large"
  | "logo_unreachable"
  | "logo_invalid"
  | "scan_failed"
  | "scan_weak"
  | "scan_skipped"
  | "text_misread"
  | "transfer_guideline";

export interface Issue {
  readonly code: IssueCode;
  readonly severity: "error" | "warning";
  /** The option to change. */
  readonly field: string;
  readonly message: string;
  /** The message with placeholders, for programs that show it in another language. */
  readonly rule?: string | undefined;
  /** The values of the placeholders, by name. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** Identifies an inline logo in a report. Reports do not contain its bytes. */
export interface LogoFile {
  /** Detected from the first bytes; null if the file is not a supported picture. */
  readonly type: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | null;
  readonly size: number;
  /** "sha256-" and the SHA-256 of the file in base64. Null if the file is too large to decode, or in a page outside a
   *  secure context, because browsers do not compute digests there. */
  readonly digest: string | null;
}

export type ReportedOptions = Omit<QrOptions, "data" | "logoData"> & {
  /** Empty if `dataBase64` has bytes that are not UTF-8. */
  readonly data: string;
  readonly logoData?: LogoFile | undefined;
};

export interface ScanningDecoder {
  readonly name: string;
  /** Null if the decoder did not run. */
  readonly version: string | null;
  /** Whether the decoder reads the undamaged picture; null if it did not run. */
  readonly passed: boolean | null;
  /** The reason why the decoder did not run. */
  readonly error?: string;
}

export interface Report {
  /** True if no issue is an error. A scanned picture is valid with grade A, B or C, but not with F. */
  readonly valid: boolean;
  /** All options: normalized, with defaults for missing ones. */
  readonly options: ReportedOptions;
  /** Width and height of the picture in pixels. Null for formats that are not images. */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    /** The size in print, in millimetres, and the dots per inch of a PNG, if `width` is set. */
    readonly printed?: { readonly width: number; readonly height: number; readonly dpi: number };
  } | null;
  /** Null if the data cannot be encoded. */
  readonly qr: {
    readonly version: number;
    /** Modules per side. */
    readonly size: number;
    readonly ec: QrOptions["ec"];
    readonly mask: number;
    readonly segments: readonly { readonly mode: string; readonly chars: number; readonly bits: number }[];
    readonly bits: { readonly used: number; readonly capacity: number };
    /** Share of dark modules, 0 to 1. */
    readonly density: number;
    readonly pixelsPerModule: number;
  } | null;
  readonly contrast: { readonly ratio: number; readonly symbolContrast: number; readonly inverted: boolean };
  readonly logo?: {
    /** Share of the symbol's modules that are left out for the logo. */
    readonly coverage: number;
    readonly budget: { readonly spoiled: number; readonly correctable: number; readonly worstBlock: number };
    /** Share of the error correction that the logo leaves unused in the worst block, assuming that it spoils every
     *  codeword that it covers. `scan` has the measured share. */
    readonly unusedErrorCorrection: number;
  };
  readonly scan?: {
    /** Name and version of the decoder that tested the conditions: zxing-wasm, or zbar-wasm if that is missing. */
    readonly decoder: string;
    /** Whether each decoder reads the undamaged picture. */
    readonly decoders: readonly ScanningDecoder[];
    /** True if every decoder that ran reads the undamaged picture. */
    readonly passed: boolean;
    /** Tested with zxing-wasm only; empty without it. */
    readonly conditions: readonly { readonly name: string; readonly passed: boolean }[];
    /** Share of the error correction that the undamaged picture leaves unused in the worst block, 0 to 1. A codeword
     *  counts as wrong if the centre of one of its modules has the wrong colour. Null below one pixel per module. */
    readonly unusedErrorCorrection: number | null;
    /** How much of each kind of damage all decoders tolerate; null if a decoder reads no damaged copy. The names and units
     *  are: module (px), noise (levels), light (%), tilt (%), quiet zone (modules), blur (% of a module) and covered area (%
     *  of the symbol). */
    readonly margins: readonly { readonly name: string; readonly value: number | null; readonly unit: string }[];
    /** Maximum reading distance of a print, as a multiple of its width including the quiet zone; null if unreadable. */
    readonly distance: number | null;
    /** How well the code scans, 0 to 1: a weighted mean of the margins, except those for blur and the covered area. */
    readonly score: number;
    readonly grade: "A" | "B" | "C" | "D" | "F";
    /** The grey pages on which a code with a transparent background scans reliably: from white or black, on which it is
     *  graded, to another grey, six hex digits each. Null if there are none, and absent if the background is not
     *  transparent. */
    readonly backgrounds?: { readonly from: string; readonly to: string } | null;
  };
  readonly issues: readonly Issue[];
}
