import { text } from "../languages/text.ts";
import { MAX_LOGO_BYTES } from "../product/logos.ts";
import type { State } from "../state.ts";

/** Width and height in pixels to which larger images are scaled down. The largest code has 2048 pixels, and a logo covers
 *  at most 0.4 of its side. */
const MAX_SIDE = 1024;

/** Scaled images above this size in bytes are compressed with loss. */
const MAX_LOSSLESS = 512 * 1024;

const SVG = "image/svg+xml";
const ACCEPTED = ["image/png", "image/jpeg", "image/webp"];

export interface LogoFile {
  /** The image as a data URI. */
  readonly data: string;
  readonly name: string;
  /** The size to which the image was scaled down, such as "1024 × 768". */
  readonly scaled?: string;
}

/** An error whose message is for the user. */
export class LogoRefusal extends Error {}

/** Resolves to the logo in `file`. Scales large images down, and converts images that only the browser can read, such as
 *  AVIF or HEIC. Leaves damaged files unchanged, because drawing them reports the problem.
 *  @throws {LogoRefusal} if the file cannot be a logo. */
export async function readLogoFile(file: File): Promise<LogoFile> {
  if (!file.type.startsWith("image/")) {
    throw new LogoRefusal(text("notAnImage", { name: file.name }));
  }
  const isSmall = file.size <= MAX_LOGO_BYTES;
  const unchanged = async () => ({ data: await dataUri(file), name: file.name });
  if (file.type === SVG) {
    if (isSmall) return unchanged();
    throw new LogoRefusal(text("logoTooLarge"));
  }
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const isAccepted = ACCEPTED.includes(file.type);
  if (!bitmap) {
    if (isSmall && isAccepted) return unchanged();
    throw new LogoRefusal(text("imageUnreadable", { name: file.name }));
  }
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
    if (scale === 1 && isSmall && isAccepted) return await unchanged();
    const picture = await drawScaled(bitmap, scale, file.type);
    const { data, size } = picture;
    return { data, name: file.name, ...(scale < 1 && { scaled: size }) };
  } finally {
    bitmap.close();
  }
}

async function drawScaled(bitmap: ImageBitmap, scale: number, type: string) {
  const canvas = drawAt(bitmap, bitmap.width, bitmap.height, scale);
  // JPEG has no transparency, so its compressed form needs none. Browsers that cannot write WebP write PNG instead.
  const lossy = type === "image/jpeg" ? type : "image/webp";
  const exact = type === "image/jpeg" ? undefined : await canvas.convertToBlob({ type: "image/png" });
  const blob = exact && exact.size <= MAX_LOSSLESS ? exact : await canvas.convertToBlob({ type: lossy, quality: 0.9 });
  return { data: await dataUri(blob), size: `${canvas.width} × ${canvas.height}` };
}

/** Attempts to draw a small logo: the sides in pixels, and whether the compression is lossy. The first result that is small
 *  enough is used, so that logos with few colours stay sharp. */
const SMALLER: readonly (readonly [side: number, isLossy: boolean])[] = [
  ...[512, 384, 256, 192].map((side) => [side, false] as const),
  ...[384, 256, 192, 128].map((side) => [side, true] as const),
  ...[128, 96, 64, 48, 32].map((side) => [side, false] as const),
];

/** Resolves to `design` with a logo of at most `length` characters, if the browser can make one. */
export async function withSmallLogo(design: State["look"], length: number): Promise<State["look"]> {
  const { logoData } = design;
  return logoData === undefined ? design : { ...design, logoData: await shrinkLogo(logoData, length) };
}

/** Resolves to a logo as a data URI of at most `length` characters: `data` itself, or a smaller picture of it. If the
 *  browser cannot read the logo, resolves to `data`, because the service reports the problem. */
async function shrinkLogo(data: string, length: number): Promise<string> {
  if (data.length <= length) return data;
  const image = new Image();
  image.src = data;
  const isRead = await image.decode().then(
    () => true,
    () => false,
  );
  // Some browsers report 0 if an SVG has no size.
  const [width, height] = [image.naturalWidth || MAX_SIDE, image.naturalHeight || MAX_SIDE];
  const lossy = data.startsWith("data:image/jpeg") ? "image/jpeg" : "image/webp";
  for (const [side, isLossy] of isRead ? SMALLER : []) {
    const canvas = drawAt(image, width, height, Math.min(1, side / Math.max(width, height)));
    const blob = await canvas.convertToBlob(isLossy ? { type: lossy, quality: 0.85 } : { type: "image/png" });
    const smaller = await dataUri(blob);
    if (smaller.length <= length) return smaller;
  }
  return data;
}

/** Returns a canvas with a scaled image. @throws {LogoRefusal} if memory runs out. */
function drawAt(image: CanvasImageSource, width: number, height: number, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext("2d");
  if (!context) throw new LogoRefusal(text("outOfMemory"));
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
