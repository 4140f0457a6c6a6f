import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { createLogoDrawer } from "../../src/logo/host/drawer.ts";
import type { CreatePart } from "./part.ts";

export const create: CreatePart<"logo"> = (read) => ({
  drawLogo: createLogoDrawer(read, inflateStream),
  readLogo: async (bytes) => readLogoHeader(bytes),
});
