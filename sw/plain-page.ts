import { isForPeople } from "../src/http/links.ts";
import { escapeHtml } from "../src/http/markup.ts";
import { isPage } from "./page-answer.ts";

/** Converts `answer` into a readable page if it is a JSON error in place of the page behind a link. The usual error page
 *  is drawn by a part, which may be missing. */
export async function asPlainPage(request: Request, answer: Response): Promise<Response> {
  const isPicture = /\.(?:png|svg)(?:[?#]|$)/.test(request.url);
  if (answer.ok || isPicture || isPage(answer) || request.method !== "GET" || !isForPeople(request)) return answer;
  const { error } = await answer.json();
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  headers.set("Vary", "Accept");
  return new Response(pageOf(String(error)), { status: answer.status, headers });
}

function pageOf(error: string): string {
  const sentence = escapeHtml(`${error.charAt(0).toUpperCase()}${error.slice(1)}.`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>QR code</title>
<main>
<h1>QR code</h1>
<p>${sentence}</p>
</main>
</html>
`;
}
