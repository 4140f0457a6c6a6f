import { QrError } from "../../src/errors.ts";
import type { ShareWork } from "../../src/http/links.ts";
import type { drawErrorPage, ErrorPage } from "../../src/http/page.ts";
import { fontMissing, partMissing } from "../../src/messages/page-rules.ts";
import type { HeavyJobName, HeavyJobs } from "../../src/ports.ts";
import type { Performers } from "../../src/work/perform.ts";

const MISSING_FILE = "this site does not have {path}: run isoqr-offline to copy the worker's files";

/** Resolves to a file of a package by its path, such as "@resvg/resvg-wasm/index_bg.wasm". Rejects with QrError
 *  NOT_SUPPORTED if the site does not have the file, or UNREACHABLE if the device does not have it yet. */
export type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The parts. Each consists of a script and files from packages, and is loaded when it is first needed. */
export const PART_NAMES = ["logo", "scan", "card", "picture", "share"] as const;
export type PartName = (typeof PART_NAMES)[number];

/** The script that handles all requests except those for plain codes. The worker loads it like a part, but fetches it during
 *  the installation. */
export const SERVICE = "service.js";

/** Maps each heavy job to the part that runs it. Jobs with undefined run in the calling thread. */
export const PART_OF = {
  drawLogo: "logo",
  readLogo: "logo",
  scan: "scan",
  drawCard: "card",
  drawCaption: "card",
  outlineLogo: "card",
  drawPicture: undefined,
  choosePictureCode: "picture",
  paintPictureCode: "picture",
} as const satisfies Readonly<Record<HeavyJobName, PartName | undefined>>;

/** A function for each job of a part. */
export type PartWork<Part extends PartName> = Part extends "share"
  ? ShareWork & { drawErrorPage(...of: Parameters<typeof drawErrorPage>): ErrorPage | Promise<ErrorPage> }
  : {
      readonly [Name in HeavyJobName as (typeof PART_OF)[Name] extends Part ? Name : never]: NonNullable<
        Performers<HeavyJobs>[Name]
      >;
    };

/** The type of a part's export `create`. */
export type CreatePart<Part extends PartName> = (read: ReadFile) => PartWork<Part>;

/** Returns the paths of the files that a part always needs. Fonts and emoji for single texts are loaded with those texts.
 *  @throws {TypeError} unless `name` is the name of a part. */
export function filesOf(name: PartName): readonly string[] {
  if (name === "share") return [SERVICE, "share.js"];
  if (!Object.hasOwn(PACKAGES, name)) {
    throw new TypeError(`parts must be one or more of ${Object.keys(PACKAGES).join(", ")}, not ${name}`);
  }
  return [SERVICE, "worker.js", `${name}.js`, ...PACKAGES[name].map((path) => `packages/${path}`)];
}

const FONT = "@fontsource-variable/noto-sans";
/** The names of the subsets of Noto Sans. Each subset has its own font file. */
const SCRIPTS = "latin latin-ext vietnamese greek greek-ext cyrillic cyrillic-ext devanagari".split(" ");
const RESVG = "@resvg/resvg-wasm/index_bg.wasm";
/** The other typefaces of captions, for Latin letters. */
const TYPEFACES = ["noto-serif", "nunito"].flatMap((family) =>
  ["unicode.json", `files/${family}-latin-wght-normal.woff2`].map((path) => `@fontsource-variable/${family}/${path}`),
);
const ZBAR = ["@undecaf/zbar-wasm/dist/zbar.wasm", "@undecaf/zbar-wasm/package.json"];
const PACKAGES: Readonly<Record<Exclude<PartName, "share">, readonly string[]>> = {
  logo: [RESVG, "@jsquash/webp/codec/dec/webp_dec.wasm"],
  scan: [RESVG, "zxing-wasm/reader/zxing_reader.wasm", ...ZBAR],
  picture: [],
  card: [
    RESVG,
    "harfbuzzjs/dist/harfbuzz.wasm",
    "woff2-encoder/decompress.wasm",
    `${FONT}/unicode.json`,
    ...SCRIPTS.map((script) => `${FONT}/files/noto-sans-${script}-wght-normal.woff2`),
    ...TYPEFACES,
  ],
};

/** Returns whether a part works without the file at `path`. Because of its license, some sites do not install the second
 *  decoder for scan checks, and many have no captions in other typefaces. */
export function isOptional(path: string): boolean {
  return [...ZBAR, ...TYPEFACES].some((file) => path === `packages/${file}`);
}

/** Returns the error for a file that the site does not have. */
export function missingFile(path: string): QrError {
  return new QrError("NOT_SUPPORTED", { rule: MISSING_FILE, values: { path } });
}

/** Returns the error for a file that cannot be fetched while offline. If the file belongs to no part, such as a font, the
 *  site may not have it. `path` is relative to the folder of parts. */
export function unreachableFile(cause: unknown, path: string): QrError {
  const [, file = "", name] = /^packages\/((@[^/]+\/[^/]+|[^/]+)\/.*)/.exec(path) ?? [];
  const isAdded = name !== undefined && !Object.values(PACKAGES).some((files) => files.includes(file));
  const message = isAdded ? { rule: fontMissing, values: { name } } : { rule: partMissing };
  return new QrError("UNREACHABLE", { ...message, status: 503, cause });
}
