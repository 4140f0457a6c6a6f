import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { sharePage } from "../../src/http/share/page.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import type { CardJob } from "../../src/ports.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { NOT_SERVED } from "../../src/service/not-served.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { errorOf } from "./ask.ts";

const jobs: CardJob[] = [];
/** Heavy work that records requested cards instead of drawing them. */
const heavy = withJobs(createHeavyWork(), {
  async drawCard(job) {
    jobs.push(job);
    return new TextEncoder().encode(JSON.stringify(job));
  },
});
const app = createApp(createService({ heavy, links: createMemoryLinks() }));
const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));

describe("GET /api/og", () => {
  test("returns a PNG with a readable code", async () => {
    const real = createApp(createService({ heavy: createHeavyWork() }));
    const answer = await real(
      new Request("http://isoqr.test/api/og?title=Hello&data=https://example.com&color=0a6847"),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    const pixels = readPng(new Uint8Array(await answer.arrayBuffer()));
    expect([pixels.width, pixels.height]).toEqual([1200, 630]);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe("https://example.com");
  });

  test("sends the headers of images, and supports HEAD and If-None-Match", async () => {
    const path = "/api/og?title=Hello&data=x";
    const answer = await ask(path);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const etag = answer.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await ask(path, { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("ETag")]).toEqual([200, "", etag]);
  });

  test.each([
    ["data=x", { title: "", data: "x", color: "000000" }],
    ["data=x&title=&color=ABCDEF", { title: "", data: "x", color: "abcdef" }],
    [`data=x&title=${"%F0%9F%91%8B".repeat(200)}`, { title: "👋".repeat(200), data: "x", color: "000000" }],
    ["data=x&title=a+b%20%E2%80%8D&unknown=nonsense", { title: "a b \u200d", data: "x", color: "000000" }],
    ["data=x&title=%01%20a%0D%0A%09b%00c%C2%85", { title: "a b c", data: "x", color: "000000" }],
    ["data=x&title=%20%0A", { title: "", data: "x", color: "000000" }],
    [`data=x&title=${"a".repeat(10_000)}`, { title: `${"a".repeat(399)}…`, data: "x", color: "000000" }],
    [`data=x&title=${"%F0%9F%91%8B".repeat(401)}`, { title: `${"👋".repeat(399)}…`, data: "x", color: "000000" }],
  ])("draws the card for %s", async (query, job) => {
    expect((await ask(`/api/og?${query}`)).status).toBe(200);
    expect(jobs.at(-1)).toEqual(job);
  });

  test.each([
    ["title=x", ruleText(fieldRequired, "data")],
    ["data=", ruleText(fieldRequired, "data")],
    ["data=x&color=red", "color must be six hex digits"],
    ["data=x&title=%ED%A0%80", "title must be valid percent-encoded UTF-8"],
  ])("rejects %s", async (query, message) => {
    const answer = await ask(`/api/og?${query}`);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain(message);
  });

  test.each([
    "format=gif",
    "size=nonsense",
    "margin=11",
    "color=red",
    "bg=white",
    "ec=X",
    "version=41",
    "mask=8",
    "boost=1",
    "optimize=print",
    "dotStyle=hearts",
    "eyeColor=red",
    "frame=hearts",
    "frame=hearts&dotStyle=dots",
    "frame=ticket&captionColor=red",
    "frameColor=red",
    "caption=%00",
    "logo=ftp://example.com/logo.png",
    "logoMargin=21",
    "margin=11&size=1&frame=hearts",
    'design={"frame":"hearts"}&size=1',
  ])("rejects %s like /api/qr", async (query) => {
    const image = await ask(`/api/qr?data=x&${query}`);
    const { id } = await (await ask("/api/i?data=x&dotStyle=dots")).json();
    for (const path of ["/api/og?data=x", "/api/og?data=x&title=a", `/api/og?link=${id}`]) {
      const answer = await ask(`${path}&${query}`);
      expect([answer.status, answer.headers.get("X-Error-Code")], path).toEqual([400, "INVALID_OPTION"]);
      expect(answer.headers.get("X-Error-Field"), path).toBe(image.headers.get("X-Error-Field"));
      expect(await errorOf(answer), path).toBe(await errorOf(image.clone()));
    }
  });

  test("rejects an invalid logo in every format, because all cards can show a logo", async () => {
    for (const format of ["png", "svg", "JSON", "txt"]) {
      const answer = await ask(`/api/og?data=x&logo=ftp://example.com/logo.png&format=${format}`);
      expect([answer.status, answer.headers.get("X-Error-Field")], format).toEqual([400, "logo"]);
    }
  });

  test.each([
    "format=svg",
    "size=64&margin=0&ec=H&version=5&mask=3&boost=true&optimize=scan&eci=true",
    "frame=ticket&caption=Menu&frameColor=1a2b3c&captionColor=ffffff",
  ])("ignores valid options that cards do not have: %s", async (query) => {
    expect((await ask(`/api/og?data=x&${query}`)).status).toBe(200);
    expect(jobs.at(-1)).toEqual({ title: "", data: "x", color: "000000" });
  });

  test("rejects POST, and returns 501 on hosts without cards", async () => {
    const posted = await ask("/api/og?data=x", { method: "POST" });
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const bare = await createApp(createService())(new Request("http://isoqr.test/api/og?data=x"));
    expect(bare.status).toBe(501);
    expect(await errorOf(bare)).toBe(ruleText(NOT_SERVED, { feature: "social cards" }));
  });
});

/** Returns the URL of the card of a share page. */
function cardIn(html: string): string {
  return /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#38;", "&") ?? "";
}

test("the card of every share page can be drawn", async () => {
  const base = "http://isoqr.test";
  const { id } = await (await ask("/api/i?data=x")).json();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.constant("tel:+1\u202e2")),
      async (data) => {
        const { html } = sharePage({ id, data, base, svg: "" });
        expect((await ask(cardIn(html).slice(base.length))).status).toBe(200);
        expect(jobs.at(-1)?.data).toBe(`${base}/i/${id}`);
      },
    ),
  );
});
