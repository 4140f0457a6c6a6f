/** The page of the API reference. Its parts are files beside it, so that its policy needs no exception; they are named
 *  from the page on, so that the page may be anywhere. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isoqr: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/look.css">
<main id="reference"></main>
<p id="plain">The API is described by <a href="openapi.json">openapi.json</a>, which any viewer of OpenAPI documents shows.</p>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;

/** Draws the reference, and leaves the plain sentence where the renderer is not installed. The renderer would put every
 *  default into its form, and so into the request, where a level that is given keeps a logo from raising it: so it is
 *  told of defaults in words. Of several types of an answer it would show JSON first: so it is told that the first one is
 *  the usual one. */
export const START = `const describe = async () => {
  const api = await (await fetch("openapi.json")).json();
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { default: usual, ...schema } = parameter.schema;
    parameter.schema = schema;
    if (usual !== undefined && usual !== "") parameter.description += " By default " + usual + ".";
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

export const LOOK = `:root { font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; }
#plain { padding: 1rem; }
.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0; }
.swagger-ui .response-col_links { display: none; }
.dark-mode .swagger-ui .headers-wrapper td { color: #b7bcbf; }
`;

/** The renderer talks to the service and shows its pictures; it loads nothing else. */
export function referencePolicy(server: string): string {
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
