import type { SvgNode } from "./svg.ts";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel, row by row from the top left: red, green, blue and alpha, not premultiplied. */
  readonly data: Uint8Array;
}

/** A picture without colours. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  /** width * height values, row by row: 0 black, 255 white. */
  readonly data: Uint8Array;
}

export interface LogoFetcher {
  /** Resolves to the bytes at `url`.
   *  @throws {QrError} LOGO_UNREACHABLE (400 if the URL is not allowed, 502 if its server fails), LOGO_TOO_LARGE (413)
   *  above `maxBytes`, BUSY (503) if too many requests are in progress, or half of them are for `client`. */
  fetch(url: string, maxBytes: number, client?: string): Promise<Uint8Array>;
  /** Checks `url` without sending anything. @throws {QrError} LOGO_UNREACHABLE (400) if no logo may be fetched from
   *  it. */
  check?(url: string): void;
}

export interface LogoJob {
  readonly bytes: Uint8Array;
  readonly kind: "png" | "jpeg" | "webp" | "gif" | "svg";
  /** Size of the box in pixels. */
  readonly width: number;
  readonly height: number;
  /** Width of the square in the middle of the box, if nothing else is needed. Hosts may return the whole box. */
  readonly middle?: number | undefined;
}

/** The header of a logo file. The size of an SVG is in user units and may be fractional. */
export interface LogoHeader {
  readonly kind: Exclude<LogoJob["kind"], "gif">;
  readonly width: number;
  readonly height: number;
  /** The EXIF orientation of a JPEG; width and height are those after rotation. */
  readonly orientation?: number;
  /** Whether an SVG has no scripts and no links to other files. The SVG of a code can embed such a logo unchanged. */
  readonly isInert?: boolean;
}

export interface PictureJob {
  /** A Plan and Art of src/render/plan.ts. Only its painters read them. */
  readonly plan: object;
  readonly art: object;
}

/** A picture that a code shows. */
export interface PictureCodeJob {
  /** The text. */
  readonly data: string;
  /** A square as wide as the symbol in the code. */
  readonly picture: Pixels;
  /** The PictureSettings of src/options/picture-table.ts. */
  readonly settings: object;
}

/** The symbol that suits a picture best. */
export interface PictureChoice {
  readonly version: number;
  readonly side: number;
  readonly ec: "L" | "M" | "Q" | "H";
  readonly mask: number;
  readonly modules: Uint8Array;
  /** What decoders read: the text, with a suffix if the symbol has one. */
  readonly text: string;
  /** Whether a part of the picture looks like a finder pattern. */
  readonly finderLike: boolean;
}

export interface PictureCodePaint extends PictureCodeJob {
  readonly choice: PictureChoice;
  /** 0 for a plain code, to 1 for the picture. */
  readonly strength: number;
}

export interface PaintedPictureCode {
  readonly png: Uint8Array<ArrayBuffer>;
  /** The number of wrong codewords in each block: those whose pixels show another value. */
  readonly wrong: readonly number[];
}

export interface Scanner {
  /** Name and version of the decoder, as in reports. */
  readonly name: string;
  /** Resolves to the content of the QR code in the picture; undefined if no code can be read. Also looks for light
   *  modules on a dark background, unless `darkOnLight` is true, which halves the time of a failing read. */
  read(picture: Gray, darkOnLight?: boolean): Promise<Uint8Array | undefined>;
}

export type DecoderName = "zxing" | "zbar";

export interface ScanJob {
  readonly decoder: DecoderName;
  /** A PNG drawn by isoqr, or the text of an SVG. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  readonly data: string | Uint8Array;
  /** Width of the picture in pixels, and its height unless there is a frame. */
  readonly size: number;
  /** Modules per side of the symbol, which is in the middle of the picture unless there is a frame. */
  readonly side: number;
  /** Pixels per module; may be fractional. */
  readonly scale: number;
  /** The symbol in the picture. If given, the report contains the unused error correction. */
  readonly symbol?: ShownSymbol;
  /** The position of the symbol in a picture with a frame. */
  readonly framed?: FramedSymbol | undefined;
  /** The symbol with its quiet zone, in pixels, if the picture has more pixels around it that must not count as quiet zone. */
  readonly trimmed?: Box | undefined;
  /** The modules under the plate of a logo, as areas that do not overlap. The right and the bottom edge are exclusive. */
  readonly cleared?: readonly Box[] | undefined;
  /** The brightness of the page behind a code with a transparent background, 0 or 255. The report then has a `background`. */
  readonly page?: number | undefined;
}

/** The edges of an area. Right and bottom are exclusive. */
export type Box = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

/** The symbol in a frame. Lengths are in pixels. */
export interface FramedSymbol {
  /** Height of the picture. */
  readonly height: number;
  /** Position of the symbol. */
  readonly left: number;
  readonly top: number;
  /** Width of the background between the symbol and the frame. */
  readonly quiet: number;
}

/** The modules that a picture should show. */
export interface ShownSymbol {
  readonly version: number;
  /** side * side values, row by row: 1 dark, 0 light. Includes the modules that a logo covers. */
  readonly modules: Uint8Array;
  /** Number of data codewords in all blocks, and number of error correction codewords in each block. */
  readonly dataWords: number;
  readonly checkWords: number;
  /** Pixels left of and above the symbol. */
  readonly offset: number;
}

/** How much of one kind of damage a decoder tolerates. */
export interface Margin {
  readonly name: string;
  /** The strongest damage at which the picture is still read; null if no damaged copy is read. */
  readonly value: number | null;
  readonly unit: string;
}

/** The result of scanning a picture and damaged copies of it with one decoder. */
export interface ScanReport {
  /** Name and version of the decoder. */
  readonly decoder: string;
  /** Whether the decoder reads the undamaged picture. */
  readonly passed: boolean;
  /** The results under test conditions; empty for all decoders except the reference decoder. */
  readonly conditions: readonly { readonly name: string; readonly passed: boolean }[];
  readonly margins: readonly Margin[];
  /** Share of the error correction that the picture leaves unused in the worst block, 0 to 1. Null if the picture has
   *  less than one pixel per module. */
  readonly unusedErrorCorrection?: number | null;
  /** The brightness of the last page on which a code with a transparent background is read; null if there is none. */
  readonly background?: number | null;
  /** Where the picture has a pattern that looks like a finder pattern. */
  readonly finderLike?: FinderLikePlace | undefined;
}

/** The part of a picture that looks like a finder pattern. */
export type FinderLikePlace = "logo" | "frame";

export interface CardJob {
  readonly title: string;
  readonly data: string;
  /** Accent colour, six lower-case hex digits. */
  readonly color: string;
  /** The code if it has a design: a PNG as wide and high as the panel, with a quiet zone around `side` modules, and the
   *  colour of the panel, six lower-case hex digits. */
  readonly code?: { readonly png: Uint8Array; readonly side: number; readonly panel: string };
}

/** A caption to draw on one line, centred in a box. All lengths are in pixels. */
export interface CaptionJob {
  readonly text: string;
  /** The values of `captionFont` and `captionIcon`, unless they are the defaults. */
  readonly font?: string;
  readonly icon?: string;
  /** Six lower-case hex digits. */
  readonly color: string;
  readonly width: number;
  readonly height: number;
  /** The preferred font size, and the smallest readable one. */
  readonly largest: number;
  readonly smallest: number;
  /** Whether to draw pixels too. */
  readonly raster: boolean;
}

export interface Caption {
  /** The text as outlines. The box begins at the origin. */
  readonly svg: readonly SvgNode[];
  /** The font size. Undefined if nothing was typeset, as in a placeholder. */
  readonly size?: number;
  /** Whether all text has the colour of the job. Emoji do not. */
  readonly isPlain: boolean;
  /** The characters that no font has, each once. They are drawn as boxes. */
  readonly missing?: string;
  /** The box, transparent around the text. */
  readonly pixels?: Pixels;
}

/** Installed fonts, split into subsets by character, and installed images of emoji. Nothing is fetched from the network. */
export interface CardAssets {
  /** Resolves to the subsets of a font family by name, with their CSS unicode-range; empty if it is not installed. */
  fontParts(family: string): Promise<Readonly<Record<string, string>>>;
  /** Resolves to the TrueType or OpenType file of a subset. */
  font(family: string, part: string): Promise<Uint8Array>;
  /** Resolves to the SVG of an emoji by its code points in hex ("1f468-200d-1f373"), if it is installed. */
  emoji(name: string): Promise<string | undefined>;
}

export interface JobType<Input, Result> {
  readonly input: Input;
  readonly result: Result;
}

export type JobMap<Jobs> = { readonly [Name in keyof Jobs]: JobType<unknown, unknown> };

export interface Job<Jobs extends JobMap<Jobs>, Name extends keyof Jobs = keyof Jobs> {
  readonly name: Name;
  readonly input: Jobs[Name]["input"];
  /** Called when the job starts to run. Hosts that cannot detect this never call it. */
  readonly onStart?: (() => void) | undefined;
  /** The client that waits for the result. Clients take turns; jobs without a client count as those of one client. */
  readonly client?: string | undefined;
  /** When the client's request reached its first job, in milliseconds of performance.now(). Queues order the jobs of
   *  each client by this time. Default: now. */
  readonly since?: number | undefined;
  /** Expected run time in milliseconds, if it is known. */
  readonly cost?: number | undefined;
  /** Whether the job waits for as long as necessary. For callers with only a few jobs in progress. */
  readonly patient?: boolean | undefined;
}

/** Runs jobs, in this thread or elsewhere. */
export interface Work<Jobs extends JobMap<Jobs>> {
  /** Resolves to the result. Rejects with the job's error, or with the reason of `signal`. An abort removes a queued
   *  job, and abandons a running one. */
  run<Name extends keyof Jobs & string>(job: Job<Jobs, Name>, signal?: AbortSignal): Promise<Jobs[Name]["result"]>;
}

/** Jobs that take milliseconds or more. Their limits are in src/work/heavy-jobs.ts. */
export interface HeavyJobs {
  /** Draws a logo. If it can be drawn at one size, it can be drawn at every size. */
  readonly drawLogo: JobType<LogoJob, Pixels>;
  /** Reads the header of a logo file. This can take 0.1 s if the file is malicious. */
  readonly readLogo: JobType<Uint8Array, LogoHeader>;
  /** Scans a picture and damaged copies of it. */
  readonly scan: JobType<ScanJob, ScanReport>;
  /** Draws a social card: a PNG of 1200 x 630 pixels. */
  readonly drawCard: JobType<CardJob, Uint8Array<ArrayBuffer>>;
  /** Draws the caption of a frame. Rejects with QrError INVALID_OPTION if it is too long. */
  readonly drawCaption: JobType<CaptionJob, Caption>;
  /** Replaces the text in an SVG logo with outlines, and returns the SVG as UTF-8. */
  readonly outlineLogo: JobType<Uint8Array, Uint8Array<ArrayBuffer>>;
  /** Draws a picture that is large enough to delay other requests. Returns a PNG or the text of an SVG. */
  readonly drawPicture: JobType<PictureJob, Uint8Array<ArrayBuffer> | string>;
  /** Chooses the symbol of a code that shows a picture. */
  readonly choosePictureCode: JobType<PictureCodeJob, PictureChoice>;
  /** Draws a code that shows a picture. */
  readonly paintPictureCode: JobType<PictureCodePaint, PaintedPictureCode>;
}

export type HeavyJobName = keyof HeavyJobs;

/** Runs heavy jobs in a bounded pool of workers, so that light requests never wait for them. Rejects with QrError BUSY
 *  (503) if the job would have to wait for too long or exceeds a time limit, and with NOT_SUPPORTED (501) for a job that
 *  is not in `jobs`. */
export interface HeavyWork extends Work<HeavyJobs> {
  /** The supported jobs. The caller should do the work of all other jobs in its own thread. */
  readonly jobs: ReadonlySet<HeavyJobName>;
}
