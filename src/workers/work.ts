import type { Report } from "../api.ts";
import { once } from "../async/once.ts";
import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { logoOf } from "../options/logo.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import { otherNameIn } from "../options/query-faults.ts";
import { freeTable } from "../options/table.ts";
import { unknownIn } from "../options/unknown-names.ts";
import type { Picture } from "../picture.ts";
import type { HeavyJobs, JobType, Work } from "../ports.ts";
import { planSized } from "../render/module-size.ts";
import { paintPicture } from "../render/pictures.ts";
import { isPrinted } from "../render/printed-size.ts";
import { isPlain } from "../render/styles.ts";
import { wholeBuffer } from "../work/heavy-jobs.ts";
import { performHere } from "../work/perform.ts";
import { type Outcome, outcomeOf } from "../work/wire.ts";
import type { DrawingTools } from "./drawing.ts";

export interface PictureJobs {
  /** Draws a picture. Like the HTTP API, ignores unknown names, unless they are other names of options. */
  readonly generate: JobType<RawOptions, Picture>;
  /** Draws a picture. Like the functions of the library, rejects unknown names. */
  readonly draw: JobType<RawOptions, Picture>;
  /** Draws several pictures per message, because a message takes as long as drawing a picture. Each picture has an outcome
   *  of its own. */
  readonly generateSome: JobType<readonly RawOptions[], readonly Outcome<Picture>[]>;
  readonly inspect: JobType<RawOptions, Report>;
}

/** The jobs that a page runs for its workers. */
export type PageJobs = Pick<HeavyJobs, "drawLogo" | "drawCaption" | "outlineLogo">;

/** The first message to a worker: a port to its page. */
export interface PageMessage {
  readonly page: MessagePort;
}

/** Returns an object that runs the jobs in the calling thread. Loads the code for logos, looks and reports when it is first
 *  needed. Calls `loadTools` with the first job that has a logo or a caption. */
export function createPictureWork(loadTools: () => Promise<DrawingTools>): Work<PictureJobs> {
  const settled = once(settleCore);
  const drawing = once(async () => (await import("./drawing.ts")).createDrawing(loadTools));
  async function generate(input: RawOptions): Promise<Picture> {
    const fault = otherNameIn(input);
    if (fault) throw fault;
    await settled();
    const options = checkOptions(input, freeTable);
    const isPlainCode = logoOf(options) === undefined && isPlain(options) && !isPrinted(options);
    return isPlainCode ? paintPicture(planSized(options)) : (await drawing()).generate(input);
  }
  async function draw(input: RawOptions): Promise<Picture> {
    const fault = unknownIn(input, freeTable);
    if (fault) throw fault;
    return generate(input);
  }
  return performHere<PictureJobs>({
    generate,
    draw,
    generateSome: (list) => Promise.all(list.map((input) => outcomeOf(() => draw(input)))),
    async inspect(input) {
      const [{ inspectUnscanned }, { parts }] = await Promise.all([import("./report.ts"), drawing(), settled()]);
      return inspectUnscanned(input, parts);
    },
  });
}

/** Loads the JavaScript core if the worker's Content Security Policy forbids WebAssembly. */
async function settleCore(): Promise<void> {
  try {
    encodeSymbol("isoqr");
  } catch (error) {
    if (!(error instanceof QrError) || error.code !== "NOT_SUPPORTED") throw error;
    await import("../core/strict.ts");
  }
}

/** Returns the buffers of the pictures in a result, which are transferred between threads instead of copied. */
export function memoryOf(_: string, result: unknown): ArrayBuffer[] {
  const pictures = Array.isArray(result) ? result.map((one: Partial<{ value: Picture }>) => one.value) : [result];
  return pictures.flatMap((picture) => {
    const { body } = (picture ?? {}) as Partial<Picture>;
    return body instanceof Uint8Array ? wholeBuffer(body) : [];
  });
}
