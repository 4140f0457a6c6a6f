import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Files of the guide by their paths, as they are collected. */
export type Files = Map<string, string | Uint8Array>;

/** A picture among the guide's files. */
export interface Picture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Puts the picture of `answer` among `files`, named after what is in it. */
export async function keepPicture(answer: Response, files: Files): Promise<Picture> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isSvg = answer.headers.get("Content-Type") === "image/svg+xml";
  const path = `pictures/${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.${isSvg ? "svg" : "png"}`;
  files.set(path, bytes);
  return { path, ...(isSvg ? svgBox(bytes) : pngBox(bytes)) };
}

/** Puts the picture `path` of the repository among `files`. */
export function copyPicture(path: string, root: URL, files: Files): string {
  const copy = `pictures/${path.replace(/^docs\//, "").replaceAll("/", "-")}`;
  if (!files.has(copy)) files.set(copy, readFileSync(new URL(path, root)));
  return copy;
}

/** Width and height stand at the beginning of the first chunk (PNG, 11.2.1). */
function pngBox(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function svgBox(bytes: Uint8Array): { width: number; height: number } {
  const head = new TextDecoder().decode(bytes.subarray(0, 400));
  const [, width, height] = /\swidth="(\d+)" height="(\d+)"/.exec(head) ?? [];
  return { width: Number(width), height: Number(height) };
}
