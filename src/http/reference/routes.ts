import { QrError } from "../../errors.ts";
import { once } from "../../once.ts";
import type { JsonSchema } from "../../options/schema.ts";
import type { Picture } from "../../picture.ts";
import { jsonResponse, keptEtagOf, movedResponse, pageResponse, pictureResponse } from "../respond.ts";
import type { Routes } from "../router.ts";
import type { BaseUrl } from "../settings.ts";
import { describeApi } from "./document.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** Adds the OpenAPI document, and a page that shows it with Swagger UI. `readFile` reads the files of Swagger UI. */
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
  // The page uses relative URLs, because a proxy may serve it below a path.
  routes.get("/docs/", () => movedResponse("../docs"));
  for (const [name, read] of Object.entries(files)) {
    routes.get(`/docs/${name}`, async ({ request }) =>
      pictureResponse(await read(), request.headers.get("If-None-Match"), keptEtagOf),
    );
  }
}

/** Returns a function that reads a file only when it is first called, because the file can be a megabyte. */
function readOnce(read: () => Promise<Uint8Array>, contentType: string): () => Promise<Picture> {
  return once(async () => ({ contentType, body: new Uint8Array(await read()) }));
}

async function refuse(): Promise<never> {
  const message =
    "the API reference needs the npm package swagger-ui-dist, which is not installed: open openapi.json in another viewer";
  throw new QrError("NOT_SUPPORTED", 501, message);
}

/** The page of the API reference. It has no inline scripts or styles, which its policy forbids. */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isoqr: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/look.css">
<main id="reference"></main>
<p id="plain">This page needs the npm package swagger-ui-dist. You can open <a href="openapi.json">openapi.json</a> in any OpenAPI viewer.</p>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;

/** The script of the reference page. Without Swagger UI, the fallback text stays visible. The script moves defaults
 *  into descriptions. Otherwise, Swagger UI would send them, and the service does not raise an explicit `ec` for a
 *  logo. The script also selects the first content type of each response, because Swagger UI would select JSON. */
const START = `const describe = async () => {
  const api = await (await fetch("openapi.json")).json();
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { default: usual, ...schema } = parameter.schema;
    parameter.schema = schema;
    if (usual !== undefined && usual !== "") parameter.description += " Default: " + usual + ".";
    if (!parameter.required) delete parameter.examples;
  }
  api.info.description += "\\n\\n[openapi.json](openapi.json)";
  return api;
};

const usualType = ({ paths }) => () => ({
  statePlugins: {
    spec: {
      wrapSelectors: {
        currentProducesFor: (chosen) => (state, [path, method]) =>
          Object.keys(paths[path]?.[method]?.responses[200]?.content ?? {})[0] ?? chosen([path, method]),
      },
    },
  },
});

const draw = async () => {
  const spec = await describe();
  document.getElementById("plain").hidden = true;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  follow();
  dark.addEventListener("change", follow);
  SwaggerUIBundle({
    spec,
    domNode: document.getElementById("reference"),
    validatorUrl: null,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    supportedSubmitMethods: ["get", "post", "delete"],
    plugins: [usualType(spec)],
  });
};

if (typeof SwaggerUIBundle === "function") draw();
`;

const LOOK = `:root { font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; }
#plain { padding: 1rem; }
.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0; }
.swagger-ui .response-col_links { display: none; }
.dark-mode .swagger-ui .headers-wrapper td { color: #b7bcbf; }
`;

/** Returns the policy of the reference page. It lets Swagger UI call the service and show its images, and nothing
 *  else. */
function referencePolicy(server: string): string {
  const here = server.startsWith("/") ? "'self'" : `'self' ${new URL(server).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${here}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
