import { createLogoDrawer } from "../../src/adapters/draw-logo.ts";
import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { readLogoHeader } from "../../src/render/logo-header.ts";
import type { ReadFile } from "./part.ts";

/** The part that reads and draws logos. */
export const create = (read: ReadFile) => ({
  drawLogo: createLogoDrawer(read, inflateStream),
  readLogo: async (bytes: Uint8Array) => readLogoHeader(bytes),
});
