import { fromRecord, QrError, toRecord } from "../../src/errors.ts";
import type { DrawSharePage } from "../../src/http/links.ts";
import { memoize } from "../../src/once.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Job } from "../../src/ports.ts";
import { abandonable } from "../../src/work/on-abort.ts";
import type { Performers } from "../../src/work/perform.ts";

/** Resolves to a file of a package by its path, such as "@resvg/resvg-wasm/index_bg.wasm". Rejects with QrError
 *  NOT_SUPPORTED if the site does not have it, or UNREACHABLE if the device does not have it yet. */
export type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The parts. Each is a script with files from packages, and is loaded when it is first needed. */
export const PART_NAMES = ["logo", "scan", "card", "share"] as const;
export type PartName = (typeof PART_NAMES)[number];

/** Maps each heavy job to the part that runs it, or to undefined if the calling thread runs it. */
export const PART_OF = {
  drawLogo: "logo",
  readLogo: "logo",
  scan: "scan",
  drawCard: "card",
  drawPicture: undefined,
} as const satisfies Readonly<Record<HeavyJobName, PartName | undefined>>;

/** A function for each job of a part; for "share", the function that draws pages. */
type PartWork<Part extends PartName> = Part extends "share"
  ? { readonly sharePage: DrawSharePage }
  : {
      readonly [Name in HeavyJobName as (typeof PART_OF)[Name] extends Part ? Name : never]: NonNullable<
        Performers<HeavyJobs>[Name]
      >;
    };

/** The type of a part's export `create`. */
export type CreatePart<Part extends PartName> = (read: ReadFile) => PartWork<Part>;

export interface PartHost {
  /** Runs the script of a part. Resolves to the global that it defines. */
  run(script: string, global: string): Promise<unknown>;
  readonly read: ReadFile;
}

/** Returns the name of the global that the script of a part defines. */
export const globalOf = (name: PartName) => `isoqr_${name}`;

/** Returns an object that runs heavy jobs and draws share pages in this thread. It loads each part when it is first
 *  needed. */
export function createPartsWork({ run, read }: PartHost): HeavyWork & { readonly sharePage: DrawSharePage } {
  const load = memoize(async (name: PartName) => {
    if (name !== "share") checkCompiling();
    const script = (await run(`${name}.js`, globalOf(name))) as { readonly create: CreatePart<PartName> };
    return script.create(read);
  });

  async function perform<Name extends HeavyJobName>({ name, input }: Job<HeavyJobs, Name>) {
    const part = PART_OF[name];
    const jobs = part && ((await load(part)) as Partial<Performers<HeavyJobs>>);
    const performer = jobs?.[name];
    if (!performer) throw new QrError("NOT_SUPPORTED", 501, `${name} is not supported here`);
    return performer(input);
  }

  return {
    jobs: new Set((Object.keys(PART_OF) as HeavyJobName[]).filter((name) => PART_OF[name])),
    run: (job, signal) => abandonable(convertErrors(perform(job)), signal),
    sharePage: (link) => convertErrors(load("share").then((part) => (part as PartWork<"share">).sharePage(link))),
  };
}

/** Settles as `work` does. Converts errors, because each part has its own copy of the class QrError. */
async function convertErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw (error as Error).name === "QrError" ? fromRecord(toRecord(error as QrError)) : error;
  }
}

/** An empty module. WebAssembly Core 2.0, 5.5.16. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Checks that WebAssembly can be compiled in this thread. The libraries report a failure differently or not at all.
 *  @throws {QrError} NOT_SUPPORTED if a Content-Security-Policy forbids it. */
export function checkCompiling(): void {
  try {
    new WebAssembly.Module(EMPTY);
  } catch (cause) {
    const rule =
      "the Content-Security-Policy blocks WebAssembly: allow script-src 'wasm-unsafe-eval' for sw.js and its parts";
    throw new QrError("NOT_SUPPORTED", 501, rule, undefined, { cause });
  }
}

/** Returns the paths of the files that a part always needs. Other fonts and emoji are loaded when a text needs them.
 *  @throws {TypeError} unless `name` is the name of a part. */
export function filesOf(name: PartName): readonly string[] {
  if (name === "share") return ["share.js"];
  if (!Object.hasOwn(PACKAGES, name)) {
    throw new TypeError(`parts must be one or more of ${Object.keys(PACKAGES).join(", ")}, not ${name}`);
  }
  return ["worker.js", `${name}.js`, ...PACKAGES[name].map((path) => `packages/${path}`)];
}

const FONT = "@fontsource-variable/noto-sans";
/** The names of the subsets of Noto Sans. Each subset has its own font file. */
const SCRIPTS = "latin latin-ext vietnamese greek greek-ext cyrillic cyrillic-ext devanagari".split(" ");
const RESVG = "@resvg/resvg-wasm/index_bg.wasm";
const PACKAGES: Readonly<Record<Exclude<PartName, "share">, readonly string[]>> = {
  logo: [RESVG, "@jsquash/webp/codec/dec/webp_dec.wasm"],
  scan: [RESVG, "zxing-wasm/reader/zxing_reader.wasm"],
  card: [
    RESVG,
    "harfbuzzjs/dist/harfbuzz.wasm",
    "woff2-encoder/decompress.wasm",
    `${FONT}/unicode.json`,
    ...SCRIPTS.map((script) => `${FONT}/files/noto-sans-${script}-wght-normal.woff2`),
  ],
};

/** Returns the error for a file that the site does not have. */
export function missingFile(path: string): QrError {
  return new QrError(
    "NOT_SUPPORTED",
    501,
    `this site does not have ${path}: run isoqr-offline to copy the worker's files`,
  );
}

/** Returns the error for a file that cannot be fetched while offline. The device cannot know whether the site has files
 *  that belong to no part, such as fonts that the site has added. `path` is relative to the folder of parts. */
export function unreachableFile(cause: unknown, path: string): QrError {
  const [, file = "", name] = /^packages\/((@[^/]+\/[^/]+|[^/]+)\/.*)/.exec(path) ?? [];
  const isAdded = name !== undefined && !Object.values(PACKAGES).some((files) => files.includes(file));
  const rule = isAdded
    ? `a font or emoji is not on this device: try again when you are online, and check that this site has ${name}`
    : "a required part is not on this device yet: try again when you are online";
  return new QrError("UNREACHABLE", 503, rule, undefined, { cause });
}
