import { escapeHtml, visibleHtml } from "./markup.ts";

/** The Content-Security-Policy of the playground, which runs its own scripts and WebAssembly, calls its server and
 *  fetches logos. Responses add `frame-ancestors` to this policy and to GUIDE_POLICY, which are also used in meta
 *  elements, where browsers ignore that directive. */
export const PLAYGROUND_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self' https:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

export const GUIDE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** The style of all pages in this file. The policy allows only this style, by its digest. A test checks the digests. */
export const STYLE = `:root { color-scheme: light dark; --ground: light-dark(#f4f7ef, #10160f); --paper: light-dark(#fff, #192018); --ink: light-dark(#101a12, #eef4e8); --soft: light-dark(#4b574c, #a9b5a5); --edge: light-dark(#7a8777, #76836f); --focus: light-dark(#3f6b00, #bfea5c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
main { max-width: 40rem; margin: clamp(1rem, 12vh, 8rem) auto 2rem; padding: 0 clamp(1rem, 5vw, 2rem); }
h1 { margin: 0 0 1rem; font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.5rem); line-height: 1.2; letter-spacing: -0.02em; }
a { color: inherit; text-underline-offset: 0.18em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 1.5rem; }
.button, button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 1rem; border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--paper); color: inherit; font: inherit; font-weight: 600; line-height: 1.25; text-decoration: none; cursor: pointer; }
.button:hover, button:hover { border-color: var(--ink); }
.button:first-child, button { border-color: var(--ink); background: var(--ink); color: var(--ground); }
img { display: block; max-width: 100%; height: auto; margin: 1rem 0; background: #fff; }
label { display: block; margin-block-end: 1rem; font-weight: 600; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-block-start: 0.25rem; padding: 0.375rem 0.625rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--paper); color: inherit; font: inherit; }`;

/** The script of STATIC_LOST_PAGE. The page can be shown for any path, so the script looks for the folder of the site,
 *  at most eight levels up, and corrects the links. */
export const FIND_SITE = `(async()=>{let folder=new URL("./",location.href);for(let i=0;i<8;i++,folder=new URL("../",folder)){const answer=await fetch(new URL("playground-worker.js",folder),{method:"HEAD"}).catch(()=>undefined);if(answer?.ok&&/javascript/.test(answer.headers.get("Content-Type"))){for(const link of document.querySelectorAll("nav a"))link.href=new URL(link.getAttribute("href"),folder);return}}})()`;

export const STYLE_HASH = "sha256-B1/lKUj8WSsz8avOSfe1zEi9CMdw02vbOvWi+YJjiaA=";
export const FIND_SITE_HASH = "sha256-O1QGvv4oDg7chKnElAuVnEZiBoQQJ+fxzQoCt0ltYDE=";

const STRICT = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'`;

/** The policy of PAGE, which shows an image and has a form. */
export const PAGE_POLICY: string = `${STRICT}; img-src 'self'; form-action 'self'`;

/** The policy of NO_GUIDE and of lost pages. */
export const PLAIN_POLICY: string = `${STRICT}; form-action 'none'`;

const STATIC_POLICY = `${PLAIN_POLICY}; script-src '${FIND_SITE_HASH}'; connect-src 'self'`;

function pageOf(title: string, main: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

export const PAGE: string = /* @__PURE__ */ pageOf(
  "isoqr",
  `<h1>isoqr</h1>
<p>QR codes over HTTP, as PNG, SVG, JSON or text.</p>
<img src="api/qr?data=https%3A%2F%2Fexample.com&amp;format=svg&amp;size=192" width="192" height="192" alt="QR code of https://example.com">
<p><code>GET /api/qr?data=https%3A%2F%2Fexample.com</code></p>
<p><code>POST /api/qr</code> accepts the same options in a JSON body.</p>
<nav aria-label="Site"><a class="button" href="docs">API reference</a></nav>
<form action="api/qr">
<label>Text <input name="data" required value="https://example.com"></label>
<label>Format <select name="format"><option>png<option>svg<option>json</select></label>
<button>Create QR code</button>
</form>`,
);

/** The page at /guide/ if the guide has not been built. The guide is too large for the package. */
export const NO_GUIDE: string = /* @__PURE__ */ pageOf(
  "isoqr: guide",
  `<h1>The guide is not installed</h1>
<p>The guide is part of the repository, where <code>npm start</code> builds it. This server has:</p>
<nav aria-label="Site"><a class="button" href="../">Playground</a> <a class="button" href="../docs">API reference</a></nav>`,
);

/** What a lost page says, as plain text. */
interface Lost {
  readonly title: string;
  readonly message: string;
}

/** Returns the page that browsers get instead of a page that cannot be shown. It leads back to the site, whose URL is
 *  `root`, with a trailing slash. */
export function lostPage({ title, message }: Lost, root: string, head = ""): string {
  const links = ["Playground", "Guide"].map((name) => {
    const path = name === "Guide" ? "guide/" : "";
    return `<a class="button" href="${escapeHtml(root + path)}">${name}</a>`;
  });
  return pageOf(
    escapeHtml(title),
    `<h1>${escapeHtml(title)}</h1>
<p>${visibleHtml(message)}</p>
<nav aria-label="Site">${links.join(" ")}</nav>`,
    `<meta name="robots" content="noindex">\n${head}`,
  );
}

/** The file 404.html of a static site. */
export const STATIC_LOST_PAGE: string = /* @__PURE__ */ lostPage(
  { title: "Page not found", message: "There is no page at this address. Check the URL." },
  "./",
  `<meta http-equiv="Content-Security-Policy" content="${STATIC_POLICY}">\n<script type="module">${FIND_SITE}</script>\n`,
);
