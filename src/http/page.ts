import { errorPage as ar } from "../languages/ar.ts";
import { errorPage as de } from "../languages/de.ts";
import { errorPage as en } from "../languages/en.ts";
import { errorPage as es } from "../languages/es.ts";
import { errorPage as fr } from "../languages/fr.ts";
import { errorPage as ja } from "../languages/ja.ts";
import {
  chooseLanguage,
  createTranslate,
  directionOf,
  type PageTexts,
  readAcceptLanguage,
  scriptOf,
} from "../languages/language.ts";
import { errorPage as pt } from "../languages/pt.ts";
import { errorPage as zhHans } from "../languages/zh-Hans.ts";
import { escapeHtml, scriptJson } from "./markup.ts";

/** The Content-Security-Policy of the playground, which runs its own scripts and WebAssembly, calls its server and
 *  fetches logos. It is also in a meta element, where browsers ignore `frame-ancestors`, so responses add that
 *  directive. The same is true of GUIDE_POLICY. */
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

/** The script of a static error page. It translates the page into the visitor's language. The page can be shown for any path,
 *  so the script also looks for the folder of the site, at most eight levels up, and corrects the links. */
export const ERROR_PAGE_SCRIPT = `(async()=>{const all=JSON.parse(document.getElementById("texts").textContent),links=document.querySelectorAll("nav a"),shown=[document.querySelector("h1"),document.querySelector("p"),...links];for(const tag of navigator.languages){let words;try{const{language,script}=new Intl.Locale(tag).maximize();words=all[language+"-"+script]}catch{}if(words){const[lang,dir,...texts]=words;Object.assign(document.documentElement,{lang,dir});document.title=texts[0];texts.forEach((text,at)=>{shown[at].textContent=text});break}}let folder=new URL("./",location.href);for(let i=0;i<8;i++,folder=new URL("../",folder)){const answer=await fetch(new URL("playground-worker.js",folder),{method:"HEAD"}).catch(()=>undefined);if(answer?.ok&&/javascript/.test(answer.headers.get("Content-Type"))){for(const link of links)link.href=new URL(link.getAttribute("href"),folder);return}}})()`;

export const STYLE_HASH = "sha256-B1/lKUj8WSsz8avOSfe1zEi9CMdw02vbOvWi+YJjiaA=";
export const LOST_SCRIPT_HASH = "sha256-1AXEda0E6wYabFUneNSRbcgcHJCKLLPnPNziDcEESco=";

const STRICT = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'`;

/** The policy of PAGE, which shows an image and has a form. */
export const PAGE_POLICY: string = `${STRICT}; img-src 'self'; form-action 'self'`;

/** The policy of NO_GUIDE and of error pages. */
export const PLAIN_POLICY: string = `${STRICT}; form-action 'none'`;

const STATIC_POLICY = `${PLAIN_POLICY}; script-src '${LOST_SCRIPT_HASH}'; connect-src 'self'`;

function pageOf(title: string, main: string, head = "", { lang = "en", dir = "ltr" } = {}): string {
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
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

export interface ErrorPage {
  readonly html: string;
  readonly policy: string;
  readonly lang: string;
}

/** The languages of error pages besides English. A test checks that none is missing. Imports only these texts, to keep the
 *  service workers small. */
export const errorPageLanguages: Readonly<Record<string, PageTexts<"errorPage">>> = {
  ar,
  de,
  es,
  fr,
  ja,
  pt,
  "zh-Hans": zhHans,
};

const errorPageTags = (): readonly string[] => ["en", ...Object.keys(errorPageLanguages)];

/** Why a page cannot be shown. The last five reasons are about links: the link does not exist, is not on this device, needs
 *  a feature that is not available, failed for any other reason, or would be created for another site. */
export type ErrorPageReason = "unknown" | "offline" | "noLink" | "otherDevice" | "notSupported" | "failed" | "foreign";

function errorPageTexts(tag: string) {
  const text = createTranslate<typeof en>(tag, errorPageLanguages[tag] ?? en);
  const reasons: Readonly<Record<ErrorPageReason, readonly [title: string, message: string]>> = {
    unknown: [text("notFound"), text("checkUrl")],
    offline: [text("offline"), text("connect")],
    noLink: [text("linkNotFound"), text("linkDeleted")],
    otherDevice: [text("otherDevice"), text("tryOnline")],
    notSupported: [text("notShown"), text("notAvailable")],
    failed: [text("notShown"), text("tryLater")],
    foreign: [text("createLinkQuestion"), text("foreignSite")],
  };
  const siteLinks = [
    ["", text("playground")],
    ["guide/", text("guide")],
  ] as const;
  // Not every site with links has a guide, and people who follow a link do not look for one.
  const startLink = [["", text("createCode")]] as const;
  const linksOf = (reason: ErrorPageReason, path = "") => {
    if (reason === "foreign") return [[path, text("createLink")], ...startLink] as const;
    return reason === "unknown" || reason === "offline" ? siteLinks : startLink;
  };
  return { lang: tag, dir: directionOf(tag), reasons, linksOf } as const;
}

/** Returns the page that browsers get instead of a page that cannot be shown. It leads back to the site, whose URL is
 *  `root`, with a trailing slash. For the reason "foreign", it has a button that opens `path` on that site. `accepted` is
 *  the Accept-Language header of the visitor. The policy is for responses. */
export function drawErrorPage(reason: ErrorPageReason, root: string, accepted: string, path = ""): ErrorPage {
  const lang = chooseLanguage(readAcceptLanguage(accepted), errorPageTags());
  return { html: errorPageHtml(lang, reason, { root, path }), policy: `${PLAIN_POLICY}; frame-ancestors 'none'`, lang };
}

interface ErrorPageParts {
  readonly root: string;
  readonly path?: string;
  readonly head?: string;
  readonly script?: string;
}

function errorPageHtml(tag: string, reason: ErrorPageReason, parts: ErrorPageParts): string {
  const { root, path = "", head = "", script = "" } = parts;
  const texts = errorPageTexts(tag);
  const [title, message] = texts.reasons[reason];
  const links = texts
    .linksOf(reason, path)
    .map(([to, label]) => `<a class="button" href="${escapeHtml(root + to)}">${label}</a>`);
  const main = `<h1>${title}</h1>
<p>${message}</p>
<nav>${links.join(" ")}</nav>${script}`;
  return pageOf(title, main, `<meta name="robots" content="noindex">\n${head}`, texts);
}

function staticTexts(): string {
  const texts = errorPageTags().map((tag) => {
    const { lang, dir, reasons, linksOf } = errorPageTexts(tag);
    return [scriptOf(tag), [lang, dir, ...reasons.unknown, ...linksOf("unknown").map(([, label]) => label)]] as const;
  });
  return scriptJson(Object.fromEntries(texts));
}

/** Returns the file 404.html of a static site. It is a function, so that bundlers drop it from servers. */
export function staticErrorPage(): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${STATIC_POLICY}">\n`;
  const texts = `<script type="application/json" id="texts">${staticTexts()}</script>`;
  return errorPageHtml("en", "unknown", {
    root: "./",
    head,
    script: `\n${texts}\n<script>${ERROR_PAGE_SCRIPT}</script>`,
  });
}
