import { MAX_LOGO_BYTES } from "../../src/logo/limits.ts";
import { text } from "../languages/text.ts";

/** Width and height in pixels to which larger images are scaled down. The largest code has 2048 pixels, and a logo covers
 *  at most 0.4 of its side. */
const MAX_SIDE = 1024;

/** Scaled images above this size in bytes are compressed with loss. */
const MAX_LOSSLESS = 512 * 1024;

const SVG = "image/svg+xml";
const ACCEPTED = ["image/png", "image/jpeg", "image/webp"];

/** A logo from a file. */
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
 *  AVIF or HEIC. Damaged files are left unchanged, because drawing them reports what is wrong.
 *  @throws {LogoRefusal} if the file cannot be a logo. */
export async function readLogoFile(file: File): Promise<LogoFile> {
  if (!file.type.startsWith("image/")) {
    throw new LogoRefusal(text("{name} is not an image. Choose a PNG, JPEG, WebP or SVG", { name: file.name }));
  }
  const isSmall = file.size <= MAX_LOGO_BYTES;
  const unchanged = async () => ({ data: await dataUri(file), name: file.name });
  if (file.type === SVG) {
    if (isSmall) return unchanged();
    throw new LogoRefusal(text("The logo must be at most 2 MB. Choose a smaller SVG"));
  }
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const isAccepted = ACCEPTED.includes(file.type);
  if (!bitmap) {
    if (isSmall && isAccepted) return unchanged();
    throw new LogoRefusal(text("{name} can't be read. Choose a PNG, JPEG, WebP or SVG", { name: file.name }));
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
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new LogoRefusal(text("The browser is out of memory. Choose a smaller image"));
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  // JPEG has no transparency. Browsers that cannot write WebP write PNG instead.
  const lossy = type === "image/jpeg" ? type : "image/webp";
  const exact = type === "image/jpeg" ? undefined : await canvas.convertToBlob({ type: "image/png" });
  const blob = exact && exact.size <= MAX_LOSSLESS ? exact : await canvas.convertToBlob({ type: lossy, quality: 0.9 });
  return { data: await dataUri(blob), size: `${width} × ${height}` };
}

function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
