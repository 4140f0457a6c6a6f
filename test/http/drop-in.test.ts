import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { REQUIRED } from "../../src/http/drop-in/routes.ts";
import { services } from "../../src/http/drop-in/tables.ts";
import { httpUrl, integerRange, numberRange, oneOf } from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { createService } from "../../src/service/service.ts";
import { zxing } from "../decoders/decoders.ts";
import { colourAt, padded } from "../decoders/pixels.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { ask, errorOf } from "./ask.ts";

const GOQR = "/v1/create-qr-code/";

/** URLs of other services, each with the query for which /api/qr returns the same image. */
const SAME = [
  // goQR.me
  [`${GOQR}?data=x&margin=0`, "data=x&size=200&ec=L&margin=0"],
  ["/v1/create-qr-code?data=x&margin=0", "data=x&size=200&ec=L&margin=0"],
  [`${GOQR}?size=150x150&data=HelloWorld%21&margin=0`, "data=HelloWorld!&size=150&ec=L&margin=0"],
  [`${GOQR}?data=a+b%2Bc&margin=0`, "data=a+b%2Bc&size=200&ec=L&margin=0"],
  [`${GOQR}?data=x&ecc=H&margin=0`, "data=x&size=200&ec=H&margin=0"],
  [`${GOQR}?data=x&ecc=q&margin=0`, "data=x&size=200&ec=Q&margin=0"],
  [`${GOQR}?data=x&color=255-0-0&bgcolor=0-0-255&margin=0`, "data=x&size=200&ec=L&margin=0&color=ff0000&bg=0000ff"],
  [`${GOQR}?data=x&color=f00&bgcolor=00F&margin=0`, "data=x&size=200&ec=L&margin=0&color=ff0000&bg=0000ff"],
  [`${GOQR}?data=x&color=AA0000&margin=0`, "data=x&size=200&ec=L&margin=0&color=aa0000"],
  [`${GOQR}?data=x&qzone=4&margin=0`, "data=x&size=200&ec=L&margin=4"],
  [`${GOQR}?data=x&format=svg`, "data=x&size=200&ec=L&margin=0&format=svg"],
  [`${GOQR}?data=x&format=svg&margin=50&qzone=2`, "data=x&size=200&ec=L&margin=2&format=svg"],
  [`${GOQR}?data=%C3%A9&charset-source=UTF-8&charset-target=utf-8&margin=0`, "data=%C3%A9&size=200&ec=L&margin=0"],
  [`${GOQR}?data=x&data=y&margin=0&logo=http://a.example/`, "data=x&size=200&ec=L&margin=0"],
  // Google Charts
  ["/chart?cht=qr&chs=300x300&chl=Hello+world&choe=UTF-8", "data=Hello+world&size=300&ec=L"],
  [
    "/chart?chs=150x150&cht=qr&chl=http%3A%2F%2Fexample.com%2F&chld=H%7C0",
    "data=http://example.com/&size=150&ec=H&margin=0",
  ],
  ["/chart?chs=150x150&cht=QR&chl=x&chld=M", "data=x&size=150&ec=M"],
  ["/chart?chs=150x150&cht=qr&chl=x&chld=q|", "data=x&size=150&ec=Q"],
  ["/chart?chs=150x150&cht=qr&chl=x&chld=|2", "data=x&size=150&ec=L&margin=2"],
  ["/chart?chs=150x150&cht=qr&chl=x&chld=", "data=x&size=150&ec=L"],
  ["/chart?chs=150x150&cht=qr&chl=x&chof=png&chtt=title", "data=x&size=150&ec=L"],
  // QuickChart
  ["/qr?text=Hello+world", "data=Hello+world&size=150"],
  ["/qr?text=x&size=300&margin=1&ecLevel=Q", "data=x&size=300&margin=1&ec=Q"],
  ["/qr?text=x&dark=f00&light=0000ff", "data=x&size=150&color=ff0000&bg=0000ff"],
  ["/qr?text=x&dark=%23123456", "data=x&size=150&color=123456"],
  ["/qr?text=x&format=svg&caption=", "data=x&size=150&format=svg"],
] as const;

describe("a URL of a compatible service", () => {
  test.each(SAME)("%s returns the same image as /api/qr?%s", async (theirs, ours) => {
    const [answer, expected] = await Promise.all([ask(theirs), ask(`/api/qr?${ours}`)]);
    expect([answer.status, expected.status]).toEqual([200, 200]);
    expect(Object.fromEntries(answer.headers)).toEqual(Object.fromEntries(expected.headers));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await expected.arrayBuffer()));
  });

  test.each([
    [GOQR, ruleText(REQUIRED, "data", { name: "data", example: "https%3A%2F%2Fexample.com" })],
    [`${GOQR}?data=`, ruleText(fieldRequired, "data")],
    [`${GOQR}?data=%ff`, "data must be valid percent-encoded UTF-8"],
    [`${GOQR}?data=x&size=200`, "size must be square, from 32x32 to 2048x2048, such as 200x200"],
    [`${GOQR}?data=x&size=200x100`, "size must be square"],
    [`${GOQR}?data=x&size=10x10`, "size must be square"],
    [`${GOQR}?data=x&size=`, "size must be square"],
    [`${GOQR}?data=x&ecc=X`, ruleText(oneOf, "ecc", { text: "L, M, Q, H" })],
    [`${GOQR}?data=x&color=256-0-0`, "color must be an opaque colour in hex"],
    [`${GOQR}?data=x&bgcolor=red`, "bgcolor must be an opaque colour in hex"],
    [`${GOQR}?data=x&margin=51`, ruleText(integerRange, "margin", { min: 0, max: 50 })],
    [`${GOQR}?data=${"x".repeat(1000)}&size=130x130&margin=50`, "margin is too wide for this size"],
    [`${GOQR}?data=x&qzone=11`, ruleText(integerRange, "qzone", { min: 0, max: 10 })],
    [`${GOQR}?data=x&format=gif`, "format must be one of png, svg, eps"],
    [`${GOQR}?data=x&format=json`, "format must be one of png, svg, eps"],
    [`${GOQR}?data=x&charset-source=ISO-8859-1`, "charset-source must be utf-8"],
    ["/chart", ruleText(REQUIRED, "cht", { name: "cht", example: "qr" })],
    ["/chart?cht=p3&chs=200x200&chl=x", "cht must be qr: other charts are not supported"],
    ["/chart?cht=qr&chl=x", ruleText(REQUIRED, "chs", { name: "chs", example: "200x200" })],
    ["/chart?cht=qr&chs=200x200", ruleText(fieldRequired, "chl")],
    ["/chart?cht=qr&chs=200x200&chl=x&choe=Shift_JIS", "choe must be utf-8"],
    ["/chart?cht=qr&chs=200x200&chl=x&chld=X", "chld must be an error correction level, a margin"],
    ["/chart?cht=qr&chs=200x200&chl=x&chld=L|11", "chld must be an error correction level, a margin"],
    ["/chart?cht=qr&chs=200x200&chl=x&chof=gif", "chof must be png"],
    ["/qr", ruleText(fieldRequired, "text")],
    ["/qr?text=x&size=3000", ruleText(integerRange, "size", { min: 32, max: 2048 })],
    ["/qr?text=x&margin=-1", ruleText(integerRange, "margin", { min: 0, max: 10 })],
    ["/qr?text=x&ecLevel=X", ruleText(oneOf, "ecLevel", { text: "L, M, Q, H" })],
    ["/qr?text=x&light=ffffff00", "light must be an opaque colour in hex"],
    ["/qr?text=x&format=base64", "format must be one of png, svg"],
    ["/qr?text=x&mode=sjis", "mode is not supported"],
    ["/qr?text=x&caption=Scan%20me", "caption is not supported: put the text next to the image"],
    ["/qr?text=x&centerImageUrl=ftp://a.example/", ruleText(httpUrl, "centerImageUrl")],
    ["/qr?text=x&centerImageSizeRatio=1", ruleText(numberRange, "centerImageSizeRatio", { min: 0.1, max: 0.4 })],
    ["/qr?text=x&centerImageWidth=50", "centerImageWidth is not supported: use centerImageSizeRatio"],
  ])("rejects %s: %s", async (theirs, message) => {
    const answer = await ask(theirs);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain(message);
  });

  test("errors from drawing use the other service's parameter names", async () => {
    const answer = await ask(`/chart?cht=qr&chs=200x200&chl=${"x".repeat(3000)}`);
    expect(answer.status).toBe(413);
    expect(await errorOf(answer)).toMatch(/^chl is too long for ec L/);
    const long = await ask(`${GOQR}?data=${"x".repeat(2400)}&ecc=M`);
    expect(await errorOf(long)).toMatch(/^data is too long for ecc M: .*; use ecc L or shorten it$/);
    const fault = testError("LOGO_INVALID", "is not an image that is read here", "logo");
    const app = createApp({ ...createService(), generate: () => Promise.reject(fault) });
    const logo = await app(new Request("http://isoqr.test/qr?text=x&centerImageUrl=https://a.example/logo.png"));
    expect(await errorOf(logo)).toBe("centerImageUrl is not an image that is read here");
    expect(logo.headers.get("X-Error-Field")).toBe("centerImageUrl");
  });

  test("supports a logo with the other service's parameters", async () => {
    const calls: unknown[] = [];
    const service = createService();
    const app = createApp({ ...service, generate: (input) => service.generate({ data: String(calls.push(input)) }) });
    await app(
      new Request("http://isoqr.test/qr?text=x&centerImageUrl=https://a.example/l.png&centerImageSizeRatio=0.2"),
    );
    expect(calls).toEqual([{ data: "x", size: 150, logo: "https://a.example/l.png", logoSize: 0.2 }]);
  });

  test("supports HEAD and 304", async () => {
    const head = await ask("/qr?text=x", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const again = await ask("/qr?text=x", { headers: { "If-None-Match": head.headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
    expect((await ask("/chart", { method: "POST" })).status).toBe(405);
  });
});

describe("goQR.me's margin in pixels", () => {
  test.each([
    [1, 0, 200],
    [10, 0, 200],
    [10, 4, 200],
    [1, 0, 210],
    [50, 0, 300],
    [50, 4, 1000],
  ])(
    "a margin of %i plus a quiet zone of %i modules at size %i has at least that width, and the code scans",
    async (margin, qzone, size) => {
      const answer = await ask(`${GOQR}?data=HelloWorld&size=${size}x${size}&margin=${margin}&qzone=${qzone}`);
      const { width, height, data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
      const pixels = { width, height, data: Uint8ClampedArray.from(data) };
      expect([width, height]).toEqual([size, size]);
      const dark = (x: number, y: number) => colourAt(pixels, x, y) === "000000";
      let border = 0;
      while (!dark(border, border)) border++;
      let finder = 0;
      while (dark(border + finder, border)) finder++;
      const wanted = margin + qzone * (finder / 7);
      expect(border).toBeGreaterThanOrEqual(wanted);
      // The border has its minimum width. If it were one module narrower on each side, it would be too narrow, or the
      // modules would be larger.
      expect(border).toBeLessThan(wanted + 2 * (finder / 7) + 21);
      expect(await zxing.read(padded(pixels, "ffffff", 20))).toBe("HelloWorld");
    },
  );
});

test("docs/drop-in.md contains every parameter", () => {
  const guide = readFileSync(new URL("../../docs/drop-in.md", import.meta.url), "utf8");
  for (const { paths, parameters } of services) {
    for (const name of [paths[0], ...Object.keys(parameters)]) expect(guide).toContain(`\`${name}\``);
  }
});
