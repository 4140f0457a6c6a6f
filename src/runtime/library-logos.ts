import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { mayHaveText } from "../logo/file.ts";
import { checkLogo, readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import type { DrawHost } from "../render/draw.ts";

// This module is loaded with the first logo, so that codes without a logo do not wait for it.

const drawLogo = /* @__PURE__ */ createLogoDrawer(readPackageFile, inflate);

/** Checks that a logo is safe to draw. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
export const check: DrawHost["checkLogo"] = async (bytes) => checkLogo(bytes);

/** Resolves to a logo with outlines instead of text. Rejects with QrError LOGO_INVALID, LOGO_TOO_LARGE or NOT_SUPPORTED. */
export const outline: DrawHost["outline"] = async (bytes) =>
  mayHaveText(bytes) ? (await import("../card/installed.ts")).outlineLogo(bytes) : bytes;

/** Opens the logo in an image file, given as `bytes`. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
export const openLogo: DrawHost["open"] = async (bytes) => {
  const { kind, width, height } = readLogoHeader(bytes);
  return { width, height, draw: (box) => drawLogo({ bytes, kind, ...box }) };
};
