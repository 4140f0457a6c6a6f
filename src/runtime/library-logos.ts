import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import type { DrawHost } from "../render/draw.ts";

// Loaded with the first logo, so that codes without one start as fast as before.

const drawLogo = /* @__PURE__ */ createLogoDrawer(readPackageFile, inflate);

/** Opens a logo as the service does. Rejects with QrError LOGO_INVALID or LOGO_TOO_LARGE. */
export const openLogo: DrawHost["open"] = async (bytes) => {
  const { kind, width, height } = readLogoHeader(bytes);
  return { width, height, draw: (box) => drawLogo({ bytes, kind, ...box }) };
};
