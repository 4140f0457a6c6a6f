import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { drawExamples } from "./examples.ts";
import { layOut } from "./layout.ts";
import { placesOf, resolveLink } from "./links.ts";
import { type RenderContext, renderParts } from "./markdown.ts";
import { type Group, guideGroups, type Page } from "./pages.ts";
import { copyPicture, type Files } from "./pictures.ts";
import { renderReference } from "./reference.ts";
import { readParts } from "./sources.ts";

/** The style sheets in cascade order. */
const STYLES = [
  "demo/style/tokens.css",
  ...["page", "prose", "examples", "tables", "screens"].map((name) => `scripts/guide/style/${name}.css`),
];

/** A built guide: the files by path, and an error message for each fault in a document. Documents with faults are built
 *  without the faulty parts. */
export interface Guide {
  readonly files: Files;
  readonly faults: readonly string[];
  readonly groups: readonly Group[];
}

/** Builds the guide for the repository at `root`. Sends the requests in its examples to the service and shows the
 *  resulting images. */
export async function buildGuide(root: URL): Promise<Guide> {
  const files: Files = new Map();
  const faults: string[] = [];
  const attempt = <T>(work: () => T, fallback: T): T => {
    try {
      return work();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return fallback;
    }
  };
  const groups = guideGroups(root);
  const pages = groups.flatMap((group) => group.pages);
  const parts = new Map(pages.map((page) => [page, attempt(() => readParts(page, root), [])]));
  const places = placesOf(pages.map((page) => ({ ...page, parts: parts.get(page) ?? [] })));
  const context: RenderContext = {
    drawn: await drawExamples([...parts.values()].flat(), { ask: startService(), files, faults }),
    link: (href, file) => attempt(() => resolveLink(href, file, places, root), undefined),
    picture: (path, file) =>
      attempt(() => copyPicture(posix.join(posix.dirname(file), path), root, files), "pictures/missing"),
  };
  for (const page of pages) {
    const { html, headings } = renderParts(parts.get(page) ?? [], context);
    const more = page.name === "reference" ? renderReference() : { html: "", headings: [] };
    const written = { page, html: html + more.html, headings: [...headings, ...more.headings] };
    files.set(fileOf(page), layOut(written, groups));
  }
  files.set("guide.css", STYLES.map((path) => read(path, root)).join("\n"));
  files.set("guide.js", read("scripts/guide/guide.js", root));
  return { files, faults, groups };
}

export function fileOf({ name }: Page): string {
  return `${name}.html`;
}

function read(path: string, root: URL): string {
  return readFileSync(new URL(path, root), "utf8");
}

/** Returns the handler of a complete service in this process. */
function startService(): (request: Request) => Promise<Response> {
  const service = createService({ links: createMemoryLinks(), heavy: createHeavyWork() });
  return createApp(service, { mcp: createMcp(service, console.error) });
}
