import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { createLogoDrawer } from "../../src/logo/host/drawer.ts";
import { heavyOf } from "../heavy.ts";

/** Logos for tests, and code that draws them in this thread. The files in this folder were made with libvips. Each
 *  shows four rectangles of 32 x 24 pixels: red and green above blue and yellow. */

export const drawLogo = createLogoDrawer(readPackageFile);

/** Heavy work that only reads and draws logos. */
export const heavy = heavyOf({ drawLogo, readLogo: async (bytes) => readLogoHeader(bytes) });

export function logoFile(name: string): Uint8Array {
  return Uint8Array.from(readFileSync(new URL(name, import.meta.url)));
}

export const QUARTERS = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48"><path fill="#d02020" d="M0 0h32v24H0"/><path fill="#20a040" d="M32 0h32v24H32"/><path fill="#2040d0" d="M0 24h32v24H0"/><path fill="#f0c020" d="M32 24h32v24H32"/></svg>`;

export function svgBytes(svg: string): Uint8Array {
  return new TextEncoder().encode(svg);
}

/** Returns a black PNG with one bit per pixel. Large dimensions make it a decompression bomb. */
export function plainPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return pngFile({ width, height, depth: 1, colorType: 0 }, rows);
}

/** Returns a PNG with these scanlines, each of which begins with its filter, and with this transparent colour. */
export function pngFile(
  { width, height, depth, colorType }: { width: number; height: number; depth: number; colorType: number },
  rows: Uint8Array,
  transparent: Uint8Array = new Uint8Array(0),
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colorType;
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Uint8Array.from([
    ...signature,
    ...chunk("IHDR", header),
    ...(transparent.length > 0 ? chunk("tRNS", transparent) : []),
    ...chunk("IDAT", deflateSync(rows, { level: 9 })),
    ...chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(type), body]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
