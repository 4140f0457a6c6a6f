import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import {
  ERROR_PAGE_SCRIPT,
  errorPageLanguages,
  LOST_SCRIPT_HASH,
  PAGE,
  STYLE,
  STYLE_HASH,
  staticErrorPage,
} from "../../src/http/page.ts";
import { NOTHING_FOUND } from "../../src/http/router.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { ruleText } from "../rule-text.ts";

const app = createApp(createService({ links: createMemoryLinks() }));
const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const ask = (path: string, init: RequestInit = {}) => app(new Request(`http://isoqr.test${path}`, init));

test("the policies allow only the digests of the style and the script", () => {
  const digest = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  expect(STYLE_HASH).toBe(digest(STYLE));
  expect(LOST_SCRIPT_HASH).toBe(digest(ERROR_PAGE_SCRIPT));
  for (const page of [PAGE, staticErrorPage()]) expect(page).toContain(`<style>${STYLE}</style>`);
  expect(staticErrorPage()).toContain(`<script>${ERROR_PAGE_SCRIPT}</script>`);
  expect(staticErrorPage()).toContain(`style-src '${STYLE_HASH}'`);
  expect(staticErrorPage()).toContain(`script-src '${LOST_SCRIPT_HASH}'`);
});

describe("unknown URLs", () => {
  test.each([
    ["/nothing", "./"],
    ["/nothing?query=1/2/3", "./"],
    ["/guide/nothing.html", "../"],
    ["/api/i/a/b/", "../../../../"],
    ["/assets/x.js", "../"],
    ["/i/malformed.png", "../"],
  ])("browsers get a page for %s that leads back to the site", async (path, root) => {
    const answer = await ask(path, { headers: browser });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers.get("Vary")).toBe("Accept, Accept-Language");
    expect(answer.headers.get("Content-Language")).toBe("en");
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
        { error: ruleText(NOTHING_FOUND, { path: "/nothing" }) },
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

  test.each(Object.entries(errorPageLanguages))("the page is in the visitor's language: %s", async (tag, texts) => {
    const answer = await ask("/a/nothing", { headers: { ...browser, "Accept-Language": `tlh, ${tag}` } });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("Content-Language")]).toEqual([404, tag]);
    expect(html).toContain(`<html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}">`);
    expect(html).toContain(`<title>${texts.notFound}</title>`);
    expect(html).toContain(`<p>${texts.checkUrl}</p>`);
    expect(html).toContain(`<a class="button" href="../">${texts.playground}</a>`);
    expect(html).toContain(`<a class="button" href="../guide/">${texts.guide}</a>`);
  });

  test("hostile paths and languages are not in the page", async () => {
    const headers = { ...browser, "Accept-Language": '<script>,de"><script>' };
    const html = await (await ask("/%3Cscript%3E%22%E2%80%AE", { headers })).text();
    expect(html).not.toContain("script");
    expect(html).toContain('<html lang="en" dir="ltr">');
  });

  test("errors of known URLs stay JSON for browsers", async () => {
    const answer = await ask("/api/qr", { headers: browser });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, "application/json"]);
  });
});
