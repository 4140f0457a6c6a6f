import { QrError } from "../../errors.ts";
import { once } from "../../once.ts";
import type { JsonSchema } from "../../options/schema.ts";
import type { Picture } from "../../picture.ts";
import { keptEtagOf } from "../etag.ts";
import { jsonResponse, movedResponse, pageResponse, pictureResponse } from "../respond.ts";
import type { Routes } from "../router.ts";
import type { BaseUrl } from "../settings.ts";
import { describeApi } from "./document.ts";
import { LOOK, REFERENCE_PAGE, referencePolicy, START } from "./page.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** Adds the description of the API to `routes`: the document, and the page that shows it by a renderer that is read from its
 *  package by `readFile`. */
export function addReferenceRoutes(
  routes: Routes,
  baseUrl?: BaseUrl,
  readFile: (path: string) => Promise<Uint8Array> = refuse,
): void {
  const server = typeof baseUrl === "string" ? baseUrl : "/";
  let description: JsonSchema | undefined;
  const files: Readonly<Record<string, () => Promise<Picture>>> = {
    "start.js": async () => ({ contentType: SCRIPT, body: START }),
    "look.css": async () => ({ contentType: STYLE, body: LOOK }),
    "swagger-ui.css": readOnce(() => readFile("swagger-ui-dist/swagger-ui.css"), STYLE),
    "swagger-ui-bundle.js": readOnce(() => readFile("swagger-ui-dist/swagger-ui-bundle.js"), SCRIPT),
  };

  routes.get("/openapi.json", () => {
    description ??= describeApi(server);
    return jsonResponse(description, 200, { "Cache-Control": "public, max-age=3600" });
  });
  routes.get("/docs", ({ request }) =>
    pageResponse(REFERENCE_PAGE, referencePolicy(server), request.headers.get("If-None-Match")),
  );
  // The page names its parts from here on, and a server below a path knows only what comes after it.
  routes.get("/docs/", () => movedResponse("../docs"));
  for (const [name, read] of Object.entries(files)) {
    routes.get(`/docs/${name}`, async ({ request }) =>
      pictureResponse(await read(), request.headers.get("If-None-Match"), keptEtagOf),
    );
  }
}

/** Reads a file at the first call, for all: it is of a megabyte, and many may ask at once. */
function readOnce(read: () => Promise<Uint8Array>, contentType: string): () => Promise<Picture> {
  return once(async () => ({ contentType, body: new Uint8Array(await read()) }));
}

async function refuse(): Promise<never> {
  throw new QrError(
    "NOT_SUPPORTED",
    501,
    "the renderer of the API reference is not here: show openapi.json in a viewer of your own",
  );
}
