import { Zip, ZipPassThrough } from "fflate";
import { inLabels, labelOf, message } from "../labels.ts";
import { pictureOf } from "../picture.ts";
import { createPool, inLanes, type PoolEntry, type Skipped } from "../product/lists.ts";
import { QrError } from "../product/messages.ts";
import {
  checkOptions,
  formatOfType,
  formats,
  freeTable,
  needsHost,
  overlay,
  type RawOptions,
} from "../product/options.ts";
import type { Picture } from "../product/pictures.ts";
import { attempt, excerptOf } from "../reading.ts";
import type { Row } from "./list.ts";

export interface Run {
  readonly zip: Blob;
  readonly created: number;
  readonly skipped: readonly Skipped[];
}

const encoder = new TextEncoder();

/** Number of pieces of the ZIP file that are joined into a blob at a time. Joining all of them at the end would block the
 *  page. */
const PARTS_PER_BLOB = 300;

/** Draws all rows and packs the pictures as they arrive. Rejects with the reason of `signal`, or if no code can be drawn
 *  with the logo or caption in `look`. */
export async function drawAll(
  rows: readonly Row[],
  look: RawOptions,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<Run> {
  await checkLook(rows, look);
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const skipped: Skipped[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
    if (parts.length < PARTS_PER_BLOB) return;
    blobs.push(new Blob(parts));
    parts = [];
  });
  const draw = look.caption === undefined ? drawInPool : drawHere;
  for await (const entry of draw(rows, look, signal, progress)) {
    const row = rows[entry.index];
    if (!row) continue;
    if ("error" in entry) skipped.push(skippedOf(entry.error, row));
    else addFile(zip, row.name, entry.picture);
  }
  zip.end();
  return {
    zip: new Blob([...blobs, ...parts], { type: "application/zip" }),
    created: rows.length - skipped.length,
    skipped,
  };
}

/** Adds a picture to the ZIP file. Does not compress it, because pictures are already compressed. */
function addFile(zip: Zip, name: string, { contentType, body }: Picture): void {
  const format = formatOfType(contentType);
  const file = new ZipPassThrough(format ? `${name}.${formats[format].extension}` : name);
  zip.add(file);
  file.push(typeof body === "string" ? encoder.encode(body) : body, true);
}

function skippedOf(error: QrError, { line, options }: Row): Skipped {
  // An error in a cell names its column. Other errors use the labels of the page.
  const isCell = (name: string) => name !== "data" && options[name] !== undefined;
  const problem = message(error, (name, first) => (isCell(name) ? name : labelOf(name, first)));
  return { line, column: "", text: excerptOf(options.data), message: problem };
}

/** Draws the first row in this page. @throws {Error} if its logo or caption cannot be drawn, because all rows would have the
 *  same error. */
async function checkLook([first]: readonly Row[], look: RawOptions): Promise<void> {
  const options = attempt(() => checkOptions(overlay(look, first?.options ?? {}), freeTable));
  if (options instanceof QrError || !needsHost(options)) return;
  try {
    await pictureOf(options);
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    if (/^LOGO_/.test(error.code) || error.field === "caption") throw new Error(inLabels(error));
  }
}

type Draw = (
  rows: readonly Row[],
  look: RawOptions,
  signal: AbortSignal,
  progress: (done: number) => void,
) => AsyncGenerator<PoolEntry>;

async function* drawInPool(...[rows, look, signal, progress]: Parameters<Draw>): AsyncGenerator<PoolEntry> {
  const start = () => new Worker(new URL("../../src/workers/browser-worker.ts", import.meta.url), { type: "module" });
  const pool = createPool({ worker: start });
  try {
    const items = rows.map(({ options }) => options);
    yield* pool.batch(items as Parameters<typeof pool.batch>[0], {
      options: look as NonNullable<Parameters<typeof pool.batch>[1]>["options"],
      signal,
      onProgress: ({ done }) => progress(done),
    });
  } finally {
    pool.dispose();
  }
}

/** Number of pictures to draw concurrently. */
const LANES = 4;

/** Draws pictures with captions in this page, because workers have no fonts. */
async function* drawHere(...[rows, look, signal, progress]: Parameters<Draw>): AsyncGenerator<PoolEntry> {
  let done = 0;
  const draw = async ([index, { options }]: [number, Row]): Promise<PoolEntry> => {
    try {
      return { index, picture: await pictureOf(checkOptions(overlay(look, options), freeTable)) };
    } catch (error) {
      if (error instanceof QrError) return { index, error };
      throw error;
    }
  };
  for await (const entry of inLanes(rows.entries(), LANES, draw, signal)) {
    signal.throwIfAborted();
    done += 1;
    progress(done);
    yield entry;
  }
  signal.throwIfAborted();
}
