import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { createLogoDrawer } from "../../src/logo/host/drawer.ts";
import type { ReadFile } from "./part.ts";

/** The part that reads and draws logos. */
export const create = (read: ReadFile) => ({
  drawLogo: createLogoDrawer(read, inflateStream),
  readLogo: async (bytes: Uint8Array) => readLogoHeader(bytes),
});
