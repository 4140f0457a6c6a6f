import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The contents of the guide's files, by path. */
export type Files = Map<string, string | Uint8Array>;

/** An image of the guide. Its width and height are in pixels. */
export interface Picture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Adds the image in the response `answer` to `files`, under a name that is a hash of its content. */
export async function keepPicture(answer: Response, files: Files): Promise<Picture> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isSvg = answer.headers.get("Content-Type") === "image/svg+xml";
  const path = `pictures/${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.${isSvg ? "svg" : "png"}`;
  files.set(path, bytes);
  return { path, ...(isSvg ? svgBox(bytes) : pngBox(bytes)) };
}

/** Adds the image at `path` in the repository to `files`. Returns its new path. */
export function copyPicture(path: string, root: URL, files: Files): string {
  const copy = `pictures/${path.replace(/^docs\//, "").replaceAll("/", "-")}`;
  if (!files.has(copy)) files.set(copy, readFileSync(new URL(path, root)));
  return copy;
}

/** Returns the width and height of a PNG from its first chunk, IHDR. PNG specification, 11.2.1. */
function pngBox(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function svgBox(bytes: Uint8Array): { width: number; height: number } {
  const head = new TextDecoder().decode(bytes.subarray(0, 400));
  const [, width, height] = /\swidth="(\d+)" height="(\d+)"/.exec(head) ?? [];
  return { width: Number(width), height: Number(height) };
}
