import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EMBEDDED, embedLogo, STRICT_SVG } from "../../src/logo/embed.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { joinBytes } from "../../src/text/bytes.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { exif, frame, jpeg, scan } from "./jpeg.ts";
import { logoFile, plainPng, QUARTERS, svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

const files = [
  ["still.png", "png"],
  ["interlaced.png", "png"],
  ["baseline.jpg", "jpeg"],
  ["progressive.jpg", "jpeg"],
  ["gray.jpg", "jpeg"],
  ["lossy.webp", "webp"],
  ["lossless.webp", "webp"],
  ["alpha.webp", "webp"],
  ["animated.webp", "webp"],
] as const;

const ns = `xmlns="http://www.w3.org/2000/svg"`;
const wrap = (inside: string, before = "") => `${before}<svg ${ns} viewBox="0 0 8 6">${inside}</svg>`;
const inBase64 = (bytes: Uint8Array, type = "image/png") => `data:${type};base64,${encodeBase64(bytes)}`;

const refusalOf = (logo: unknown) => refusalBy(() => embedLogo(logo));

/** Returns a file with other bytes at some offsets. */
function corrupted(name: string, changes: Readonly<Record<number, number>>): Uint8Array {
  return Object.assign(Uint8Array.from(logoFile(name)), changes);
}

const joined = (...parts: readonly Uint8Array[]) => joinBytes(parts);

const anyFile = ruleText(EMBEDDED, "logo");
const unsafe = ruleText(STRICT_SVG, "logo", { max: 256 });

describe("embedLogo", () => {
  test.each(files)("keeps the bytes of %s, and reads its size", (name, type) => {
    const bytes = logoFile(name);
    const { width, height } = readLogoHeader(bytes);
    for (const logo of [bytes, inBase64(bytes), inBase64(bytes, "text/plain;x=y"), Buffer.from(bytes)]) {
      expect(embedLogo(logo)).toEqual({ aspect: width / height, href: inBase64(bytes, `image/${type}`) });
    }
  });

  test("reads only its own part of a buffer", () => {
    const bytes = logoFile("still.png");
    const larger = new Uint8Array(bytes.length + 9).fill(7);
    larger.set(bytes, 5);
    expect(embedLogo(larger.subarray(5, -4))).toEqual(embedLogo(bytes));
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("swaps width and height of a JPEG as orientation %i says", (orientation) => {
    for (const little of [true, false]) {
      const file = jpeg(exif(orientation, little), frame(40, 10), scan(1));
      expect(embedLogo(file).aspect).toBe(orientation > 4 ? 1 / 4 : 4);
    }
  });

  test.each([
    ["base64", inBase64(svgBytes(QUARTERS), "image/svg+xml")],
    ["base64 with a charset", inBase64(svgBytes(QUARTERS), "image/svg+xml;charset=utf-8")],
    ["percent-encoded base64", `data:image/svg+xml;base64,${encodeURIComponent(encodeBase64(svgBytes(QUARTERS)))}`],
    ["percent-encoded text", `data:image/svg+xml,${encodeURIComponent(QUARTERS)}`],
    ["plain text", `DATA:image/svg+xml;utf8,${QUARTERS}`],
  ])("reads a data URI in %s", (_, logo) => {
    expect(embedLogo(logo)).toEqual({ aspect: 4 / 3, href: inBase64(svgBytes(QUARTERS), "image/svg+xml") });
  });

  test("keeps characters beyond ASCII", () => {
    const svg = wrap("<title>Blatt ☘ 葉</title>");
    for (const logo of [svgBytes(svg), `data:,${svg}`, `data:,${encodeURIComponent(svg)}`]) {
      expect(embedLogo(logo).href).toBe(inBase64(svgBytes(svg), "image/svg+xml"));
    }
  });

  test.each([
    ["width and height", `<svg ${ns} width="30" height="10"/>`, 3],
    ["units", `<svg ${ns} height='10mm' width='30mm' viewBox="0 0 9 9"/>`, 3],
    ["the view box", `<svg ${ns} viewBox=" -1,-1 , 30 10 "/>`, 3],
    ["percentages of the view box", `<svg ${ns} width="100%" height="100%" viewBox="0 0 30 10"/>`, 3],
    ["a header with comments", `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a - b -->\n${wrap("")}`, 4 / 3],
  ])("reads the size of an SVG with %s", (_, svg, aspect) => {
    expect(embedLogo(svgBytes(svg)).aspect).toBeCloseTo(aspect, 9);
  });

  test.each([
    ["the leaf of the docs", readFileSync(new URL("../../docs/logos/leaf.svg", import.meta.url), "utf8")],
    ["a gradient", wrap(`<linearGradient id="g"/><path fill="url(#g)" style="fill:url( '#g' )" d="M0 0"/>`)],
    ["quoted references", wrap(`<path style="fill:url(&quot;#g&quot;)" d="M0 0"/>`)],
    ["a reference to a part", wrap(`<use href="#a"/><use xlink:href = '#a'/>`)],
    ["embedded pixels", wrap(`<image href="${inBase64(logoFile("still.png"))}"/>`)],
    ["metadata", wrap(`<metadata><rdf:Description about="x"/></metadata><desc>A description on a=b</desc>`)],
    ["comments, also after the root", `${wrap(`<!-- <g> & "</svg> --><?a <g ?>`)}\n<!-- <b> -->\n`],
    ["tags in attributes", wrap(`<path d='M0 0' aria-label = "a > b"\n data-a="g/>" />`)],
    ["references", wrap(`<title>&lt;&#38;&#x26;&amp;&quot;&apos;&gt;</title>`)],
    ["a style sheet", wrap(`<style><![CDATA[.a{fill:red}]]></style><path class="a" d="M0 0"/>`)],
  ])("accepts an SVG with %s", (_, svg) => {
    expect(refusalOf(svgBytes(svg))).toBe("accepted");
  });

  test.each([
    ["a document type", wrap("", "<!DOCTYPE svg>")],
    ["entities", wrap("&a;", `<!DOCTYPE svg [<!ENTITY a "b">]>`)],
    ["a script", wrap("<script>alert(1)</script>")],
    ["a script with a prefix", wrap(`<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>`)],
    ["a script in capitals", wrap("<SCRIPT\n>")],
    ["a foreignObject", wrap("<foreignObject><p/></foreignObject>")],
    ["an event handler", wrap(`<path onload="alert(1)" d="M0 0"/>`)],
    ["an event handler on a new line", wrap(`<path\nonClick\n=\n'alert(1)' d="M0 0"/>`)],
    ["an event handler of the root", `<svg ${ns} viewBox="0 0 9 9" onload="alert(1)"/>`],
    ["an import", wrap(`<style>@import "https://example.com/a.css";</style>`)],
    ["a style sheet of another file", wrap("", `<?xml-stylesheet href="https://example.com/a.css"?>`)],
    ["a linked image", wrap(`<image href="https://example.com/a.png"/>`)],
    ["a linked image without a scheme", wrap(`<image xlink:href="//example.com/a.png"/>`)],
    ["an encoded reference", wrap(`<image href="&#104;ttps://example.com/a.png"/>`)],
    ["a reference without quotes", wrap(`<image href=https://example.com/a.png/>`)],
    ["another file's shape", wrap(`<use href="other.svg#a"/>`)],
    ["a javascript link", wrap(`<a href="javascript:alert(1)"><path d="M0 0"/></a>`)],
    ["an SVG in an SVG", wrap(`<image href="data:image/svg+xml;base64,AAAA"/>`)],
    ["pixels that are not base64", wrap(`<image href="data:image/png,AAAA"/>`)],
    ["a font of another file", wrap(`<style>@font-face{src:url(https://example.com/a.woff)}</style>`)],
    ["a paint of another file", wrap(`<path fill="url( 'https://example.com/a.svg#g')" d="M0 0"/>`)],
    ["an attribute src", wrap(`<path src="a"/>`)],
    ["Latin-1", new Uint8Array(Buffer.from(wrap("<title>é</title>"), "latin1"))],
    ["another encoding", wrap("", `<?xml version="1.0" encoding="UTF-7"?>`)],
    ["another root element", `<html><svg ${ns} width="9" height="9"/></html>`],
    ["no xmlns", `<svg viewBox="0 0 9 9"/>`],
    ["another xmlns", `<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 9 9"/>`],
    ["no size", `<svg ${ns}/>`],
    ["no height", `<svg ${ns} width="10"/>`],
    ["a negative size", `<svg ${ns} width="-10" height="-10"/>`],
    ["a size of zero", `<svg ${ns} width="10" height="0"/>`],
    ["a size that is too small", `<svg ${ns} width="1e308" height="1e-300"/>`],
    ["a width 10,000 times its height", `<svg ${ns} width="10000" height="1"/>`],
    ["a space before the XML declaration", wrap("", ` <?xml version="1.0"?>`)],
    ["two XML declarations", wrap("", `<?xml version="1.0"?><?xml version="1.0"?>`)],
    ["text before the root", wrap("", "text")],
    ["text after the root", `${wrap("")}\ntext`],
    ["a reference after the root", `${wrap("")}&amp;`],
    ["two hyphens in a comment", wrap("<!-- a -- b -->")],
    ["a bare ampersand in an attribute", wrap(`<path id="a & b" d="M0 0"/>`)],
    ["an unknown entity in an attribute", wrap(`<path id='&nbsp;' d="M0 0"/>`)],
    ["a control character", wrap("\x01")],
    ["a character that XML forbids", wrap("\uffff")],
    ["an element whose name begins with a digit", wrap("<1a/>")],
    ["an attribute whose name begins with a digit", wrap(`<path 1a="b"/>`)],
  ])("rejects an SVG with %s", (_, svg) => {
    expect(refusalOf(typeof svg === "string" ? svgBytes(svg) : svg)).toBe(unsafe);
  });

  test.each([
    ["a PNG", "still.png"],
    ["a JPEG", "baseline.jpg"],
    ["a WebP file", "lossy.webp"],
    ["a WebP file with an alpha channel", "alpha.webp"],
  ])("rejects the first half, and every short beginning, of %s", (_, name) => {
    const bytes = logoFile(name);
    for (const length of [...Array(40).keys(), bytes.length >> 1, bytes.length - 9]) {
      expect(refusalOf(bytes.subarray(0, length)), String(length)).toBe(anyFile);
    }
  });

  test.each([
    ["a number", 5],
    ["true", true],
    ["an object", {}],
    ["a symbol", Symbol("logo")],
    ["a list of numbers", [137, 80, 78, 71]],
    ["an ArrayBuffer", new ArrayBuffer(9)],
    ["a Blob", new Blob(["a"])],
    ["an empty text", ""],
    ["a file name", "logo.png"],
    ["a URL", "https://example.com/logo.png"],
    ["base64 without a data URI", encodeBase64(logoFile("still.png"))],
    ["markup", QUARTERS],
    ["an empty data URI", "data:,"],
    ["a data URI without a comma", "data:image/png;base64"],
    ["invalid base64", "data:image/png;base64,@@@@"],
    ["invalid percent-encoding", "data:image/svg+xml,%zz"],
    ["plain text", "data:text/plain,hello"],
    ["HTML", svgBytes("<!DOCTYPE html><html></html>")],
    ["a GIF", logoFile("still.gif")],
    ["a PNG without a size", plainPng(0, 9)],
    ["a JPEG without a frame", jpeg(scan(1))],
    ["a JPEG without a size", jpeg(frame(0, 9), scan(1))],
    ["an SVG in UTF-16", new Uint8Array(Buffer.from(QUARTERS, "utf16le"))],
    ["a PNG with another signature", corrupted("still.png", { 5: 13 })],
    ["a PNG that begins like one", new Uint8Array(Buffer.from("\x89PNG AAAAAAAAAAAAAAAA IDAT IEND", "latin1"))],
    ["a PNG without pixels", joined(logoFile("still.png").subarray(0, 33), svgBytes("IEND"))],
    ["a JPEG without a scan", jpeg(frame(9, 9))],
    ["a JPEG whose frame follows the scan", jpeg(scan(1), frame(9, 9))],
    ["a WebP file without a start code", corrupted("lossy.webp", { 23: 0 })],
    ["a lossless WebP file without a signature", corrupted("lossless.webp", { 20: 0 })],
    ["an extended WebP file without pixels", svgBytes("RIFF\x16\0\0\0WEBPVP8Xaaaaaaaaaaaaaa")],
  ])("rejects %s", (_, logo) => {
    expect(refusalOf(logo)).toBe(anyFile);
  });

  test("rejects files that are too large", () => {
    expect(refusalOf(svgBytes(wrap(" ".repeat(256 * 1024))))).toBe(unsafe);
    const large = new Uint8Array(2 * 1024 * 1024 + 1);
    large.set(logoFile("baseline.jpg"));
    expect(refusalOf(large.subarray(1))).toBe(anyFile);
    expect(refusalOf(large)).toBe(anyFile);
    expect(refusalOf(large.subarray(0, -1))).toBe("accepted");
  });

  test("rejects much larger files without reading them", async () => {
    const huge = new Uint8Array(64 * 1024 * 1024);
    expect(await processorTime(() => expect(refusalOf(huge)).toBe(anyFile))).toBeLessThan(SOON);
  });

  test("takes linear time for hostile files", async () => {
    const most = 256 * 1024;
    const fill = (text: string, length = most - 200) => text.repeat(Math.floor(length / text.length));
    const hostile = [
      ...["<!--", "<!-- - ", "<?", "<", "<a", " ", "\t<?a?>", "<!-->", "<!---->"].map((part) => fill(part)),
      ...[" a", " a=", ' a="', ' a="b"', " a =", "  "].map((part) => `<svg ${fill(part)}`),
      ...["&", "&amp;", "<a>", "</a>", "<a/>", "<a b='c'>", "<a", " b='c'", "<!--", "<!---->", "<![CDATA[", "<?"].map(
        (part) => wrap(fill(part)),
      ),
      wrap(`<a ${fill(" b='c'")}`),
      wrap(`<a b="${fill("'")}`),
      wrap(fill("<a>", most / 3) + fill("</a>", most / 2)),
      ...["<", "<a:", "<script", " on", " ona ", "href", "href ", "url(", "url(' ", "url(&quot;", "&quot;"].map(
        (part) => wrap(fill(part)),
      ),
      `<svg ${ns} viewBox="${fill(" ,")}"/>`,
    ].map(svgBytes);
    const raster = 2 * 1024 * 1024 - 20;
    hostile.push(
      Uint8Array.from([0xff, 0xd8, ...new Uint8Array(raster).map((_, i) => [0xff, 0xe1, 0, 2][i % 4] ?? 0)]),
    );
    for (const marker of [0xc0, 0xc1, 0xc2]) {
      const frames = new Uint8Array(raster).map((_, i) => [0xff, marker, 0, 2][i % 4] ?? 0);
      for (const end of [[], [0xff, 0xda, 0xff, 0xd9]]) hostile.push(Uint8Array.from([0xff, 0xd8, ...frames, ...end]));
    }
    for (const text of ["IDAT", "IEND", "IDATIEN", "\r\n"]) {
      hostile.push(joined(logoFile("still.png").subarray(0, 33), svgBytes(text.repeat(raster / text.length))));
    }
    hostile.push(svgBytes(`RIFF....WEBPVP8X${"VP8".repeat(raster / 3)}`));
    for (const file of hostile) {
      const time = await processorTime(() => refusalOf(file));
      expect(time, new TextDecoder("latin1").decode(file.subarray(0, 60))).toBeLessThan(2 * SOON);
    }
  });
});
