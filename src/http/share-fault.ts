import { escapeHtml, visibleHtml } from "./markup.ts";
import { STYLE, STYLE_DIGEST } from "./share-assets.ts";
import { ICON } from "./share-head.ts";

/** Why there is no page behind a link. */
export interface LinkFault {
  /** One sentence: what is wrong, and after a colon what that means. */
  readonly fault: string;
  /** Where the service is, without a slash at its end. */
  readonly base: string;
}

/** The page in place of a link's, for people: it says what a program reads in JSON. */
export function faultPage({ fault, base }: LinkFault): { readonly html: string; readonly policy: string } {
  const [heading = "", ...rest] = fault.split(": ").map(sentence);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<div>
<p class="kind">QR code</p>
<h1>${visibleHtml(heading)}</h1>
<p class="hint">${visibleHtml(rest.map((part) => `${part}.`).join(" "))}</p>
</div>
</main>
<footer>Made with <a href="${escapeHtml(base)}/">isoqr</a></footer>
</body>
</html>
`;
  return { html, policy: POLICY };
}

const POLICY = `default-src 'none'; style-src '${STYLE_DIGEST}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function sentence(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}
