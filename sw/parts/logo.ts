import { createLogoDrawer } from "../../src/adapters/draw-logo.ts";
import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import type { ReadFile } from "./part.ts";

/** The part that draws logos. */
export const create = (read: ReadFile) => createLogoDrawer(read, inflateStream);
