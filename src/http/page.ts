/** The Content-Security-Policy of the playground, which runs its own scripts and WebAssembly, calls its server and
 *  fetches logos. Responses add `frame-ancestors` to this policy and to GUIDE_POLICY, which are also used in meta
 *  elements, where browsers ignore that directive. */
export const PLAYGROUND_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self' https:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

export const GUIDE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The policy of PAGE and NO_GUIDE, which replace the playground and the guide if they have not been built. */
export const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'";

function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  img { display: block; margin: 1rem 0; background: #fff; }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; }
  select, button { font: inherit; padding: .4rem .8rem; margin-top: .5rem; }
  code { font-size: .95em; overflow-wrap: anywhere; }
</style>
${body}
</html>
`;
}

export const PAGE: string = /* @__PURE__ */ pageOf(
  "isoqr",
  `<h1>isoqr</h1>
<p>QR codes over HTTP, as PNG, SVG, JSON or text.</p>
<img src="/api/qr?data=https%3A%2F%2Fexample.com&amp;format=svg&amp;size=192" width="192" height="192" alt="QR code of https://example.com">
<p><code>GET /api/qr?data=https%3A%2F%2Fexample.com</code></p>
<p><code>POST /api/qr</code> accepts the same options in a JSON body.</p>
<p><a href="/docs">API reference</a></p>
<form action="/api/qr">
  <label>Text <input name="data" required value="https://example.com"></label>
  <label>Format <select name="format"><option>png<option>svg<option>json</select></label>
  <button>Create QR code</button>
</form>`,
);

/** The page at /guide/ if the guide has not been built. The guide is too large for the package. */
export const NO_GUIDE: string = /* @__PURE__ */ pageOf(
  "isoqr: guide",
  `<main>
<h1>The guide is not installed</h1>
<p>The guide is part of the repository, where <code>npm start</code> builds it. This server has:</p>
<ul>
<li><a href="../docs">the API reference</a></li>
<li><a href="../">the playground</a></li>
</ul>
</main>`,
);
