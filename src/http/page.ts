/** Policies of pages; that no other site may frame them is added where they are sent, because only a header can say it.
 *  The playground runs its own scripts and the core, calls its server, and fetches logos. */
export const PLAYGROUND_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self' https:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

export const GUIDE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The page at / if the playground has not been built. */
export const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'";

export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isoqr</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  img { display: block; margin: 1rem 0; background: #fff; }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; }
  select, button { font: inherit; padding: .4rem .8rem; margin-top: .5rem; }
  code { font-size: .95em; overflow-wrap: anywhere; }
</style>
<h1>isoqr</h1>
<p>QR codes over HTTP, as PNG, SVG or JSON.</p>
<img src="/api/qr?data=https%3A%2F%2Fexample.com&amp;format=svg&amp;size=192" width="192" height="192" alt="QR code of https://example.com">
<p><code>GET /api/qr?data=https%3A%2F%2Fexample.com</code></p>
<p><code>POST /api/qr</code> takes the same options as a JSON body.</p>
<p><a href="/docs">All operations, to read and to try</a></p>
<form action="/api/qr">
  <label>Text <input name="data" required value="https://example.com"></label>
  <label>Format <select name="format"><option>png<option>svg<option>json</select></label>
  <button>Make the code</button>
</form>
</html>
`;

/** The page at /guide/ if the guide has not been built: it is too large for the package. */
export const NO_GUIDE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isoqr: guide</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
</style>
<main>
<h1>The guide is not here</h1>
<p>It comes with the repository, where <code>npm start</code> builds it. The package has a README, and here are:</p>
<ul>
<li><a href="../docs">every operation of this server, to read and to try</a></li>
<li><a href="../">the playground</a></li>
</ul>
</main>
</html>
`;
