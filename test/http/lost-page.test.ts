import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { FIND_SITE, FIND_SITE_HASH, PAGE, STATIC_LOST_PAGE, STYLE, STYLE_HASH } from "../../src/http/page.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

const app = createApp(createService({ links: createMemoryLinks() }));
const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const ask = (path: string, init: RequestInit = {}) => app(new Request(`http://isoqr.test${path}`, init));

test("the policies allow only the digests of the style and the script", () => {
  const digest = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  expect(STYLE_HASH).toBe(digest(STYLE));
  expect(FIND_SITE_HASH).toBe(digest(FIND_SITE));
  for (const page of [PAGE, STATIC_LOST_PAGE]) expect(page).toContain(`<style>${STYLE}</style>`);
  expect(STATIC_LOST_PAGE).toContain(`<script type="module">${FIND_SITE}</script>`);
  expect(STATIC_LOST_PAGE).toContain(`style-src '${STYLE_HASH}'`);
  expect(STATIC_LOST_PAGE).toContain(`script-src '${FIND_SITE_HASH}'`);
});

describe("unknown URLs", () => {
  test.each([
    ["/nothing", "./"],
    ["/nothing?query=1/2/3", "./"],
    ["/guide/nothing.html", "../"],
    ["/api/i/a/b/", "../../../../"],
    ["/assets/x.js", "../"],
    ["/i/0000000000.png", "../"],
  ])("browsers get a page for %s that leads back to the site", async (path, root) => {
    const answer = await ask(path, { headers: browser });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers.get("Vary")).toBe("Accept");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Error-Code")).toBe("NOT_FOUND");
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html).toContain(`<a class="button" href="${root}">Playground</a>`);
    expect(html).toContain(`<a class="button" href="${root}guide/">Guide</a>`);
    expect(new URL(root, `http://isoqr.test/below${path}`).pathname).toBe("/below/");
  });

  test("all other clients get JSON, which caches keep apart from the page", async () => {
    for (const headers of [{}, { Accept: "*/*" }, { Accept: "application/json" }, { Accept: "image/avif,*/*" }]) {
      const answer = await ask("/nothing", { headers });
      expect([answer.status, answer.headers.get("Vary"), await answer.json()]).toEqual([
        404,
        "Accept",
        { error: "nothing found at /nothing: check the URL" },
      ]);
    }
    const posted = await ask("/nothing", { method: "POST", headers: browser });
    expect([posted.status, posted.headers.get("Content-Type")]).toEqual([404, "application/json"]);
  });

  test("HEAD returns the headers of the page without a body", async () => {
    const answer = await ask("/nothing", { method: "HEAD", headers: browser });
    expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([
      404,
      "text/html; charset=utf-8",
      "",
    ]);
  });

  test("hostile paths are shown as text", async () => {
    const html = await (await ask("/%3Cscript%3E%22%E2%80%AE", { headers: browser })).text();
    expect(html).not.toContain("<script");
    expect(html).toContain("Nothing found at /&#60;script&#62;&#34;<i>U+202E</i>: check the URL.");
  });

  test("errors of known URLs stay JSON for browsers", async () => {
    const answer = await ask("/api/qr", { headers: browser });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, "application/json"]);
  });
});
