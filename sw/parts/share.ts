import { drawErrorPage } from "../../src/http/page.ts";
import { shareFile } from "../../src/http/share/file.ts";
import { sharePage } from "../../src/http/share/page.ts";
import type { CreatePart } from "./part.ts";

/** The part that draws share pages and writes the files of links. It is small, so it is fetched right after the
 *  installation. */
export const create: CreatePart<"share"> = () => ({
  sharePage: (link) => sharePage({ ...link, accepted: link.accepted || browserLanguages() }),
  shareFile,
  drawErrorPage: (reason, root, accepted, path) => drawErrorPage(reason, root, accepted || browserLanguages(), path),
});

/** Returns the languages of the browser in the form of an Accept-Language header, which most browsers add to requests only
 *  after the service worker. */
function browserLanguages(): string {
  return globalThis.navigator?.languages?.join() ?? "";
}
