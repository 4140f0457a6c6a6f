import type { LogoFile, ReportedOptions } from "../api.ts";
import { encodeBase64 } from "../base64.ts";
import { kindOf } from "../logo/raster.ts";
import type { QrOptions } from "../options/table.ts";
import { decodeLogo, textLength } from "./logo.ts";

const TYPES = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp", svg: "image/svg+xml" } as const;

/** Returns `options` as they appear in reports: without the logo's bytes, which are long and known to the caller. */
export async function reportedOptions({ logoData, ...options }: QrOptions): Promise<ReportedOptions> {
  return logoData === undefined ? options : { ...options, logoData: await describeLogo(logoData) };
}

async function describeLogo(logoData: string): Promise<LogoFile> {
  const bytes = decodeLogo(logoData);
  if (!bytes) return { type: null, size: Math.floor((textLength(logoData) * 3) / 4), digest: null };
  const kind = kindOf(bytes);
  return { type: kind ? TYPES[kind] : null, size: bytes.length, digest: await digestOf(bytes) };
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // Missing in browsers outside secure contexts, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  return `sha256-${encodeBase64(new Uint8Array(await subtle.digest("SHA-256", bytes)))}`;
}
