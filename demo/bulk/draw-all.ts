import { Zip, ZipPassThrough } from "fflate";
import { messageOf, type QrError } from "../../src/errors.ts";
import { formatOfType, formats } from "../../src/options/formats.ts";
import type { Picture } from "../../src/picture.ts";
import { createPool } from "../../src/workers/browser.ts";
import { labelOf } from "../labels.ts";
import type { Remark, Row } from "./table.ts";

export interface Run {
  readonly zip: Blob;
  readonly created: number;
  readonly failures: readonly Remark[];
}

const encoder = new TextEncoder();

/** Number of pieces of the ZIP file to join into a blob at a time. Joining all pieces at the end would block the
 *  page. */
const PARTS_PER_BLOB = 300;

/** Draws all rows in workers and packs the pictures as they arrive. Rejects with the reason of `signal`. */
export async function drawAll(
  rows: readonly Row[],
  look: Readonly<Record<string, string>>,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<Run> {
  const start = () => new Worker(new URL("../../src/workers/browser-worker.ts", import.meta.url), { type: "module" });
  const pool = createPool({ worker: start });
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const failures: Remark[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
    if (parts.length < PARTS_PER_BLOB) return;
    blobs.push(new Blob(parts));
    parts = [];
  });
  try {
    const items = rows.map(({ options }) => options);
    const entries = pool.batch(items as Parameters<typeof pool.batch>[0], {
      options: look as NonNullable<Parameters<typeof pool.batch>[1]>["options"],
      signal,
      onProgress: ({ done }) => progress(done),
    });
    for await (const entry of entries) {
      const row = rows[entry.index];
      if (!row) continue;
      if ("error" in entry) {
        failures.push({ line: row.line, message: messageFor(entry.error, row), text: row.options.data });
      } else addFile(zip, row.name, entry.picture);
    }
    zip.end();
  } finally {
    pool.dispose();
  }
  return {
    zip: new Blob([...blobs, ...parts], { type: "application/zip" }),
    created: rows.length - failures.length,
    failures,
  };
}

/** Adds a picture to the ZIP file without compressing it, because pictures are already compressed. */
function addFile(zip: Zip, name: string, { contentType, body }: Picture): void {
  const format = formatOfType(contentType);
  const file = new ZipPassThrough(format ? `${name}.${formats[format].extension}` : name);
  zip.add(file);
  file.push(typeof body === "string" ? encoder.encode(body) : body, true);
}

/** Returns the message for an error. If the error is in a cell, the message names the column. Otherwise, the message
 *  uses the page's labels. */
function messageFor(error: QrError, { options }: Row): string {
  const isCell = (name: string) => name !== "data" && options[name] !== undefined;
  return messageOf(error, (name, first) => (isCell(name) ? name : labelOf(name, first)));
}
