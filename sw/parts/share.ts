import { shareFile } from "../../src/http/share-file.ts";
import { sharePage } from "../../src/http/share-page.ts";
import type { CreatePart } from "./part.ts";

/** The part that draws share pages and writes the files of links. It is small, and fetched right after the worker is installed. */
export const create: CreatePart<"share"> = () => ({ sharePage, shareFile });
