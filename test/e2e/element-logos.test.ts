import { expect, test } from "vitest";
import { FILE_AS_TEXT } from "../../src/element/qr-code-element.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { createService } from "../../src/service/service.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavy, logoFile, plainPng, QUARTERS } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";
import { blobsOf, openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

const base64 = (name: string) => Buffer.from(logoFile(name)).toString("base64");
const files = {
  "/still.png": { contentType: "image/png", body: Buffer.from(logoFile("still.png")) },
  "/photo.jpg": { contentType: "image/jpeg", body: Buffer.from(logoFile("baseline.jpg")) },
  "/lossy.webp": { contentType: "image/webp", body: Buffer.from(logoFile("lossy.webp")) },
  "/vector.svg": { contentType: "image/svg+xml", body: QUARTERS },
  "/broken.png": { contentType: "image/png", body: Buffer.from(logoFile("still.png").subarray(0, 40)) },
  "/large.png": { contentType: "image/png", body: Buffer.alloc(2 * 1024 * 1024 + 1) },
};

/** Returns the largest difference in any channel between two pictures of equal dimensions, and the share of channel
 *  values that differ. */
function difference(one: Uint8Array, other: Uint8Array): { most: number; share: number } {
  const [a, b] = [readPng(one), readPng(other)];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let [most, count] = [0, 0];
  for (let at = 0; at < a.data.length; at++) {
    const distance = Math.abs((a.data[at] as number) - (b.data[at] as number));
    most = Math.max(most, distance);
    if (distance > 0) count++;
  }
  return { most, share: count / a.data.length };
}

test("logos from URLs look the same as in the service's pictures", async () => {
  const names = ["still.png", "photo.jpg", "lossy.webp", "vector.svg"];
  const codes = names.map((name) => `<qr-code data="https://example.com" logo="${name}" logo-margin="4"></qr-code>`);
  const { page, faults } = await openPage(browser, tag, { files, body: codes.join("") });
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("qr-code")].filter((c) => c.shadowRoot?.querySelector("[part=logo]")).length === 4,
  );
  const service = createService({ heavy });
  const pngs = await blobsOf(page, "png");
  for (const [i, name] of names.entries()) {
    const logoData =
      name === "vector.svg" ? Buffer.from(QUARTERS).toString("base64") : base64(name.replace("photo", "baseline"));
    const { body } = await service.generate({ data: "https://example.com", logoMargin: 4, logoData });
    const { most, share } = difference(pngs[i] as Buffer, body as Uint8Array);
    expect(most, name).toBeLessThanOrEqual(name === "vector.svg" ? 64 : 8);
    expect(share, name).toBeLessThanOrEqual(0.05);
  }
  expect(faults).toEqual([]);
});

test("qr-error and toBlob report the same message for a logo file next to a page opened from disk", async () => {
  const body = `<script>
      addEventListener("qr-error", ({ detail }) => (globalThis.reported = detail.message));
    </script><qr-code logo="file:///logo.svg">x</qr-code>`;
  const { page } = await openPage(browser, tag, { body });
  await waitForCodes(page);
  const words = "logo cannot be fetched by a page opened as a file";
  expect(await page.evaluate("globalThis.reported")).toContain(words);
  for (const type of ["png", "svg"] as const) await expect(blobsOf(page, type)).rejects.toThrow(words);
});

test("a PNG logo produces the service's bytes, whether it is a URL, data or a file", async () => {
  const data = base64("still.png");
  const body = `<qr-code logo="still.png">x</qr-code><qr-code logo="data:image/png;base64,${data}">x</qr-code><qr-code logo-data="${data}">x</qr-code><qr-code id="file">x</qr-code>`;
  const { page } = await openPage(browser, tag, { files, body });
  await page.evaluate((text) => {
    const code = document.querySelector<HTMLElementTagNameMap["qr-code"]>("#file");
    if (code) code.logoFile = new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
  }, data);
  const expected = (await createService({ heavy }).generate({ data: "x", logoData: data })).body as Uint8Array;
  expect((await blobsOf(page, "png")).map((png) => png.equals(expected))).toEqual([true, true, true, true]);
});

test("shows the file of an SVG logo, and toBlob() returns the service's SVG", async () => {
  const odd = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 17.3"><circle cx="12" cy="9" r="8"/></svg>`;
  // The stricter rules of toSvg do not allow a document type.
  const old = `<!DOCTYPE svg>${QUARTERS}`;
  const logos = [QUARTERS, odd, old].map((svg) => Buffer.from(svg).toString("base64"));
  const codes = logos.map((logo) => `<qr-code logo-data="${logo}" logo-margin="4" dot-style="dots">x</qr-code>`);
  const { page, faults } = await openPage(browser, tag, { body: codes.join("") });
  await page.waitForFunction(
    () => [...document.querySelectorAll("qr-code")].filter((c) => c.shadowRoot?.querySelector("image")).length === 3,
  );
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll("qr-code")].map((c) =>
      c.shadowRoot?.querySelector("[part=logo]")?.getAttribute("href"),
    ),
  );
  expect(shown.slice(0, 2)).toEqual(logos.slice(0, 2).map((logo) => `data:image/svg+xml;base64,${logo}`));
  expect(shown[2]).toMatch(/^data:image\/png;base64,/);
  const svgs = (await blobsOf(page, "svg")).map(String);
  const service = createService({ heavy });
  for (const [i, logoData] of logos.slice(0, 2).entries()) {
    const { body } = await service.generate({ data: "x", logoMargin: 4, dotStyle: "dots", format: "svg", logoData });
    expect(svgs[i]).toBe(body);
  }
  expect(faults).toEqual([]);
});

test("draws the code without an invalid logo, and reports the error", async () => {
  const names = ["missing.png", "broken.png", "large.png"];
  const codes = names.map((name) => `<qr-code data="x" logo="${name}"></qr-code>`);
  const head = `<script>faults = []; addEventListener("qr-error", (e) => { e.preventDefault(); faults.push(e.detail.code) })</script>`;
  const { page } = await openPage(browser, tag, { files, head, body: codes.join("") });
  await waitForCodes(page, 3);
  await page.waitForFunction(() => Reflect.get(window, "faults").length === 3);
  const codesTold = await page.evaluate(() => Reflect.get(window, "faults").sort());
  expect(codesTold).toEqual(["LOGO_INVALID", "LOGO_TOO_LARGE", "LOGO_UNREACHABLE"]);
});

const doubled = Array.from({ length: 18 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(2)}</g>`);
const uses = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="a0" d="M0 0h9v9"/>${doubled.join("")}</svg>`;

test("rejects logos before drawing them if they would take too much time or memory", async () => {
  const { page, faults } = await openPage(browser, tag, {
    files: { "/uses.svg": { contentType: "image/svg+xml", body: uses } },
    head: '<script>reported = []; addEventListener("qr-error", (e) => { e.preventDefault(); reported.push(e.detail.code) })</script>',
    body: `<qr-code data="x" logo="uses.svg"></qr-code><qr-code data="x" logo="data:image/svg+xml;base64,${Buffer.from(uses).toString("base64")}"></qr-code><qr-code class="file">x</qr-code><qr-code class="file">x</qr-code>`,
  });
  const bombs = [uses, Buffer.from(plainPng(16_000, 16_000)).toString("latin1")];
  await page.evaluate((texts) => {
    const codes = document.querySelectorAll<HTMLElementTagNameMap["qr-code"]>(".file");
    for (const [i, text] of texts.entries()) {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      Object.assign(codes[i] ?? {}, { logoFile: new Blob([bytes]) });
    }
  }, bombs);
  await page.waitForFunction(() => Reflect.get(window, "reported").length === 4);
  expect(await page.evaluate(() => Reflect.get(window, "reported"))).toEqual(Array(4).fill("LOGO_INVALID"));
  expect(faults).toEqual([]);
}, 30_000);

test("accepts logo-file as a property, and reports an error if it is an attribute", async () => {
  const body = '<qr-code data="x"></qr-code><qr-code data="x" logo-file="[object File]"></qr-code>';
  const { page, faults } = await openPage(browser, tag, { body });
  await expect.poll(() => faults).toEqual([`<qr-code>: ${ruleText(FILE_AS_TEXT, "logoFile")}`]);
  await page.evaluate(
    (bytes) => {
      const blob = new Blob([Uint8Array.from(bytes)]);
      for (const code of document.querySelectorAll("qr-code")) Reflect.set(code, "logo-file", blob);
    },
    [...logoFile("still.png")],
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll("qr-code")].every((code) => code.shadowRoot?.querySelector("[part=logo]")),
  );
  expect(faults).toHaveLength(1);
});

test("runs no scripts in SVG logos, and fetches nothing for them", async () => {
  const svg = (inside: string) => ({
    contentType: "image/svg+xml",
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="parent.ran = 1">${inside}<path d="M0 0h9v9H0"/></svg>`,
  });
  const { page } = await openPage(browser, tag, {
    files: { "/script.svg": svg("<script>ran = 1</script>"), "/use.svg": svg(`<use href="/spy.svg#a"/>`) },
    head: `<script>errors = []; addEventListener("qr-error", ({ detail }) => errors.push(detail.message))</script>`,
    body: '<qr-code data="x" logo="script.svg"></qr-code><qr-code data="x" logo="use.svg"></qr-code>',
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.reload();
  await page.waitForFunction(() => document.querySelector("qr-code")?.shadowRoot?.querySelector("[part=logo]"));
  await page.waitForFunction(() => Reflect.get(window, "errors").length > 0);
  expect(await page.evaluate(() => Reflect.get(window, "errors"))).toEqual([
    "logo is an SVG that references other files: embed them in the SVG",
  ]);
  expect(requested).toContain("/use.svg");
  expect(requested).not.toContain("/spy.svg");
  expect(await page.evaluate(() => Reflect.get(window, "ran"))).toBeUndefined();
});

test("toBlob() applies the colours of style sheets", async () => {
  const head =
    "<style>qr-code { --qr-color: rgb(26 43 60); --qr-bg: oklch(1 0 0) } .part::part(modules) { fill: #102030 } .half { --qr-bg: rgb(0 0 0 / 20%) } .lines::part(modules) { fill: url(#lines) }</style>";
  const { page } = await openPage(browser, tag, {
    head,
    body: '<qr-code color="ff0000">x</qr-code><qr-code class="part">x</qr-code><qr-code class="half">x</qr-code><qr-code class="lines" color="008000">x</qr-code>',
  });
  await waitForCodes(page, 4);
  expect((await blobsOf(page, "svg")).map(String)).toEqual([
    toSvg("x", { color: "1a2b3c" }),
    toSvg("x", { color: "102030" }),
    toSvg("x", { color: "1a2b3c", bg: "cccccc" }),
    toSvg("x", { color: "008000" }),
  ]);
});

test("toBlob() resolves currentColor, and blends translucent colours with the background", async () => {
  const { page } = await openPage(browser, tag, {
    head: "<style>.page { color: #102030; --qr-color: currentColor } .half { --qr-color: rgb(0 0 0 / 50%); --qr-bg: #ff0 }</style>",
    body: '<qr-code class="page">x</qr-code><qr-code class="half">x</qr-code><qr-code color="008000" bg="fff0f0">x</qr-code>',
  });
  await waitForCodes(page, 3);
  const [current, half, plain] = (await blobsOf(page, "svg")).map(String);
  expect(current).toBe(toSvg("x", { color: "102030" }));
  expect(half).toMatch(/fill="#(?:7f7f|8080)00"/);
  expect(plain).toBe(toSvg("x", { color: "008000", bg: "fff0f0" }));
});

test("toBlob() keeps a transparent background, and a style sheet can set another one", async () => {
  const { page, faults } = await openPage(browser, tag, {
    head: "<style>.clear { --qr-bg: transparent } .none { --qr-bg: rgb(255 0 0 / 0) } .filled { --qr-bg: #123456 }</style>",
    body: `<qr-code class="clear" dot-style="dots">x</qr-code><qr-code class="none">x</qr-code>
      <qr-code bg="transparent">x</qr-code><qr-code class="filled" bg="transparent">x</qr-code>`,
  });
  await waitForCodes(page, 4);
  const expected = [
    { bg: "transparent", dotStyle: "dots" },
    { bg: "transparent" },
    { bg: "transparent" },
    { bg: "123456" },
  ] as const;
  expect((await blobsOf(page, "svg")).map(String)).toEqual(expected.map((options) => toSvg("x", options)));
  const pngs = expected.map((options) => Buffer.from(toPng("x", options)));
  expect((await blobsOf(page, "png")).map((png, i) => png.equals(pngs[i] as Buffer))).toEqual([true, true, true, true]);
  const body = `<qr-code class="clear" logo-data="${base64("still.png")}">x</qr-code>`;
  const withLogo = await openPage(browser, tag, { head: "<style>.clear { --qr-bg: transparent }</style>", body });
  await withLogo.page.locator("qr-code [part=logo]").waitFor();
  const [svg] = (await blobsOf(withLogo.page, "svg")).map(String);
  expect(svg?.match(/<path/g)).toHaveLength(1);
  expect(faults).toEqual([]);
});

test("a style sheet can set the colour of the dots in a large code with a logo", async () => {
  const code = `version="20" dot-style="dots" color="008000" logo-data="${base64("still.png")}"`;
  const { page } = await openPage(browser, tag, {
    head: "<style>.own { --qr-color: #123456 }</style>",
    body: `<qr-code class="own" ${code}>x</qr-code><qr-code ${code}>x</qr-code>`,
  });
  const dots = page.locator("qr-code [part=modules][stroke-width]");
  await expect.poll(() => dots.count()).toBe(2);
  const strokes = await dots.evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
  expect(strokes).toEqual(["rgb(18, 52, 86)", "rgb(0, 128, 0)"]);
});

test("a code can be dragged and saved like any image", async () => {
  const { page } = await openPage(browser, tag, { body: '<qr-code data="x" size="200"></qr-code>' });
  await waitForCodes(page);
  expect(await page.locator("qr-code img").count()).toBe(0);
  await page.hover("qr-code");
  const image = page.locator("qr-code img");
  await image.waitFor();
  const source = await image.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    const { x, y } = img.getBoundingClientRect();
    const hit = document.querySelector("qr-code")?.shadowRoot?.elementFromPoint(x + 99, y + 99);
    return hit === img && img.draggable ? img.src : "";
  });
  expect(source).toBe(`data:image/png;base64,${Buffer.from(toPng("x", { size: 200 })).toString("base64")}`);
});
