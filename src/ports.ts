/** A picture in memory. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** width * height * 4 bytes, row by row from the top left: red, green, blue, alpha, not premultiplied. */
  readonly data: Uint8Array;
}

/** A text behind a short address. */
export interface StoredLink {
  readonly id: string;
  readonly data: string;
  /** SHA-256, in hex, of the token that may delete the link. */
  readonly tokenHash: string;
}

/** Where links are kept. Every method rejects with QrError STORE_AWAY (503) if the store cannot be reached, and takes no
 *  longer than one time limit, retries included. A link that has expired counts as absent. */
export interface LinkStore {
  /** Resolves to the link, or to undefined if there is none. */
  find(id: string): Promise<StoredLink | undefined>;
  /** Stores `link` unless its id is taken, in one atomic step, and resolves to what is stored: a different token hash means
   *  that it was there before, different data that the id collides.
   *  @throws {QrError} STORE_AWAY (503) if the store has reached its limit. */
  add(link: StoredLink): Promise<StoredLink>;
  /** Removes the link with this id and token hash in one atomic step. Resolves to the token hash that was stored under the
   *  id; if it differs, nothing was removed. Resolves to undefined if there was no link. */
  remove(link: Pick<StoredLink, "id" | "tokenHash">): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A link with the day it was last read, or created if it was never read: whole days since 1970-01-01, UTC. */
export interface DatedLink extends StoredLink {
  readonly readDay: number;
}

/** How full a store is. */
export interface LinkStats {
  readonly links: number;
  /** Bytes in use, counted the way `maxBytes` limits them. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** The days of the oldest and the newest last read, undefined if there are no links. */
  readonly oldestRead: number | undefined;
  readonly newestRead: number | undefined;
  /** Links that were last read before the day in question. */
  readonly unread: number;
}

/** Operator functions of a store. Requests never call these methods, and they may take long. */
export interface LinkAdmin {
  /** Counts the links, and those last read before the day `before`. */
  stats(before?: number): Promise<LinkStats>;
  /** Resolves to the day since which reads have been recorded without a gap; undefined if they are not recorded. A link
   *  that was last read before that day counts as read on it. */
  readsSince(): Promise<number | undefined>;
  /** Removes at most `most` links that were last read before the day `before`. Resolves to their number; fewer than `most`
   *  means that none are left. */
  purge(before: number, most: number): Promise<number>;
  /** Yields every link once, in the store's order of ids. */
  export(): AsyncIterable<DatedLink>;
  /** Adds `link` unless its id is taken; never changes a stored link. Resolves to "existing" if the stored data are the
   *  same, and to "taken" if not.
   *  @throws {QrError} STORE_AWAY (503) when the store has reached its limit. */
  restore(link: DatedLink): Promise<"created" | "existing" | "taken">;
}

/** Points that a client has used. */
export interface Count {
  readonly points: number;
  /** Milliseconds until the count restarts. */
  readonly rest: number;
}

/** Counters for limits per client. */
export interface Counts {
  /** Adds `points` to those of `key` in one atomic step, and resolves to the sum. The count of a new key ends after
   *  `duration` milliseconds. */
  add(key: string, points: number, duration: number): Promise<Count>;
}

/** Counts that servers share. */
export interface SharedCounts extends Counts {
  /** Resolves when it is known whether the counts can be reached. Never rejects. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

export interface LogoFetcher {
  /** Resolves to the bytes at `url`, at most `maxBytes` of them.
   *  @throws {QrError} LOGO_UNREACHABLE (400 for an address that is not allowed, 502 for a server that fails);
   *  LOGO_TOO_LARGE (413) past the limit; BUSY (503) when too many are under way. */
  fetch(url: string, maxBytes: number): Promise<Uint8Array>;
}

/** A logo to draw, scaled to fit the box, centered. */
export interface LogoJob {
  readonly bytes: Uint8Array;
  readonly kind: "png" | "jpeg" | "webp" | "gif" | "svg";
  /** Pixels of the box. */
  readonly width: number;
  readonly height: number;
}

/** The header of a logo's file; the size of an SVG is in user units, which may be fractions. */
export interface LogoHeader {
  readonly kind: Exclude<LogoJob["kind"], "gif">;
  readonly width: number;
  readonly height: number;
  /** The EXIF orientation of a JPEG; width and height are those after rotation. */
  readonly orientation?: number;
}

/** A picture to draw with the pixels of its logo. */
export interface PictureJob {
  /** Checked options, without the logo. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Width over height of the logo's file. */
  readonly aspect: number;
  /** The logo at its size in the picture. */
  readonly art: Pixels;
}

/** A decoder of QR codes, by another author. */
export interface Scanner {
  /** Name and version. */
  readonly name: string;
  /** Resolves to the bytes of the code in the picture; undefined if none is read. */
  read(pixels: Pixels): Promise<Uint8Array | undefined>;
}

/** A picture to scan. */
export interface ScanJob {
  /** A PNG by isoqr, or the text of an SVG. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** The expected text. */
  readonly data: string;
  /** Width and height of the picture in pixels. */
  readonly size: number;
  /** Pixels per module; may be a fraction. */
  readonly scale: number;
}

/** The results of scanning a picture and damaged copies of it. */
export interface ScanReport {
  /** Name and version of the decoder. */
  readonly decoder: string;
  /** Whether the picture itself was read. */
  readonly passed: boolean;
  readonly conditions: readonly { readonly name: string; readonly passed: boolean }[];
}

/** A social card to draw. */
export interface CardJob {
  readonly title: string;
  readonly data: string;
  /** Accent color, six lower-case hex digits. */
  readonly color: string;
}

/** Installed fonts, split into parts by characters, and pictures of emoji. Nothing is fetched. */
export interface CardAssets {
  /** Resolves to the parts of a font family by name, with their CSS unicode-range; empty if it is not installed. */
  fontParts(family: string): Promise<Readonly<Record<string, string>>>;
  /** Resolves to the TrueType or OpenType file of a part. */
  font(family: string, part: string): Promise<Uint8Array>;
  /** Resolves to the SVG of an emoji by its code points in hex ("1f468-200d-1f373"); undefined if there is none. */
  emoji(name: string): Promise<string | undefined>;
}

export interface JobType<Input, Result> {
  readonly input: Input;
  readonly result: Result;
}

/** Job types by name. */
export type JobMap<Jobs> = { readonly [Name in keyof Jobs]: JobType<unknown, unknown> };

export interface Job<Jobs extends JobMap<Jobs>, Name extends keyof Jobs = keyof Jobs> {
  readonly name: Name;
  readonly input: Jobs[Name]["input"];
}

/** Runs jobs, here or elsewhere. */
export interface Work<Jobs extends JobMap<Jobs>> {
  /** Resolves to the result. Rejects with the job's error, or with the reason of `signal`: a job that is waiting then
   *  leaves the queue at once, and one under way is abandoned. */
  run<Name extends keyof Jobs & string>(job: Job<Jobs, Name>, signal?: AbortSignal): Promise<Jobs[Name]["result"]>;
}

/** Jobs that take milliseconds and a library. What else differs between them is in the table of src/work/heavy-jobs.ts. */
export interface HeavyJobs {
  /** Draws a logo. Whether it can be drawn does not depend on the box. */
  readonly drawLogo: JobType<LogoJob, Pixels>;
  /** Reads the header of a logo's file, which takes up to 0.1 s for a hostile file. */
  readonly readLogo: JobType<Uint8Array, LogoHeader>;
  /** Scans a picture and damaged copies of it. */
  readonly scan: JobType<ScanJob, ScanReport>;
  /** Draws a social card: a PNG of 1200 x 630 pixels. */
  readonly drawCard: JobType<CardJob, Uint8Array<ArrayBuffer>>;
  /** Draws a picture that is large enough to hold up other requests: a PNG, or the text of an SVG. */
  readonly drawPicture: JobType<PictureJob, Uint8Array<ArrayBuffer> | string>;
}

export type HeavyJobName = keyof HeavyJobs;

/** Runs heavy jobs in a bounded pool of workers, so that light requests never wait for them. Rejects with QrError BUSY (503)
 *  when the queue is full and when a time limit is reached, and with NOT_SUPPORTED (501) for a job that is not in `jobs`. */
export interface HeavyWork extends Work<HeavyJobs> {
  /** The jobs that it runs. For the others, the caller's own thread does as well or better. */
  readonly jobs: ReadonlySet<HeavyJobName>;
}
