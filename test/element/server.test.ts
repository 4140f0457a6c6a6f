import { expect, test } from "vitest";
import { elementManifest } from "../../scripts/element-manifest.ts";
import { define, QrCodeElement, renderToString } from "../../src/element/element.ts";
import { namedParts, partNames } from "../../src/element/markup.ts";
import { NUL } from "../../src/element/server.ts";
import { QrError } from "../../src/errors.ts";
import { design, toSvg } from "../../src/index.ts";
import { freeColorText, httpUrl, integerRange } from "../../src/messages/option-rules.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { pngTable, type QrOptions, type Row, rows } from "../../src/options/table.ts";
import { designs } from "../../src/render/formats.ts";
import { planPicture } from "../../src/render/plan-picture.ts";
import { paintSvg } from "../../src/render/svg.ts";
import { type SvgDocument, textOf } from "../../src/svg.ts";
import { plainPng } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";

test("the element can be imported and defined without a DOM", async () => {
  await import("../../src/element/define.ts");
  expect(() => define()).not.toThrow();
  expect(Reflect.has(globalThis, "customElements")).toBe(false);
  expect(QrCodeElement.observedAttributes).toContain("dot-style");
});

test("markup has inherited options", () => {
  class Options {
    get data() {
      return "x";
    }
    get margin() {
      return 2;
    }
  }
  const expected = renderToString({ data: "x", margin: 2 });
  expect(renderToString(new Options())).toBe(expected);
  expect(renderToString(Object.create({ data: "x", margin: 2 }))).toBe(expected);
});

test("markup has the options as attributes, and the library's picture with named parts", () => {
  const markup = renderToString({ data: "x", size: 64, dotStyle: "dots", boost: true });
  expect(markup).toMatch(/^<qr-code data="x" size="64" dot-style="dots" boost="true"><template shadowrootmode="open">/);
  expect(markup).toMatch(/<\/svg><slot><\/slot><\/template><\/qr-code>$/);
  const path = / d="([^"]+)"\/><\/svg>/.exec(toSvg("x", { size: 64, dotStyle: "dots", boost: true }))?.[1];
  expect(markup).toContain(` d="${path}"/></svg>`);
  expect(markup.match(/ part="\w+"/g)).toEqual([' part="picture"', ' part="background"', ' part="modules"']);
});

test("accepts colours with # or three digits, and a transparent background", () => {
  const markup = renderToString({ data: "x", color: "#1a2b3c", bg: "#FFD" });
  expect(markup).toContain('fill="#1a2b3c"');
  expect(markup).toContain('part="background" color="#ffffdd"');
  const clear = renderToString({ data: "x", bg: "transparent" });
  expect(clear).toContain('bg="transparent"');
  // Style sheets can set another background.
  expect(clear).toContain('<path part="background" color="transparent" shape-rendering="crispEdges" fill="none"');
  expect(() => renderToString({ data: "x", color: "red" })).toThrow(ruleText(freeColorText, "color"));
});

/** Draws a picture with a square logo. */
function withLogo(options: QrOptions): SvgDocument {
  const href = `data:image/png;base64,${Buffer.from(plainPng(8, 8)).toString("base64")}`;
  return paintSvg(planPicture(options, 1, designs), { href }, designs);
}

test.each(pngTable.dotStyle.of)(
  "every shape of a picture with a logo is one of the published parts: %s",
  (dotStyle) => {
    const options = checkOptions({ data: "x", format: "svg", dotStyle, ec: "H" });
    const markup = textOf(namedParts(withLogo(options), options));
    const shapes = [...markup.matchAll(/<(?!title|\/)[^>]*>/g)].map(([tag]) => / part="(\w+)"/.exec(tag)?.[1] ?? tag);
    expect(shapes).toEqual(partNames);
  },
);

test("dots of a large picture with a logo are a part that inherits its colour", () => {
  const look = { dotStyle: "dots", color: "102030", bg: "transparent", ec: "H", version: 20 };
  const options = checkOptions({ data: "x", format: "svg", ...look });
  const markup = textOf(namedParts(withLogo(options), options));
  const shapes = [...markup.matchAll(/<(?!title|\/)[^>]*>/g)].map(([tag]) => / part="(\w+)"/.exec(tag)?.[1] ?? tag);
  expect(shapes).toEqual(["picture", "background", "modules", '<g stroke="#102030">', "modules", "logo"]);
  expect(markup.match(/ stroke="/g)).toHaveLength(1);
});

test.each([
  { eyeStyle: "leaf", pupilColor: "#813d9c" },
  { gradient: "linear,45,#1a5fb4,#813d9c", bgGradient: "radial,#fff,#f9f06b", dotStyle: "star" },
  { preset: "ocean", bg: "transparent" },
] as const)("a picture with the look %j is that of the library, with the part picture", (look) => {
  const markup = renderToString({ data: "x", size: 64, ...look });
  expect(markup.match(/ part="\w+"/g)).toEqual([' part="picture"']);
  const drawn = toSvg("x", design({ size: 64, ...look }));
  expect(markup).toContain(drawn.slice(drawn.indexOf(" xmlns")));
});

test("a picture with a look and a logo has the parts picture and logo", () => {
  const options = checkOptions({ data: "x", format: "svg", eyeStyle: "circle", ec: "H" });
  const parts = textOf(namedParts(withLogo(options), options)).match(/<\w+[^>]* part="\w+"/g);
  expect(parts).toEqual(['<svg part="picture"', expect.stringMatching(/^<image part="logo"/)]);
});

test.each([
  [{ eyeColor: "1a5fb4" }, true],
  [{ eyeStyle: "square", gradient: "radial,000000,1a5fb4" }, true],
  [{ eyeStyle: "circle" }, false],
  [{ pupilStyle: "rounded" }, false],
  [{ dotStyle: "diamond" }, false],
] as const)("only looks of squares are drawn without antialiasing: %j", (look, isCrisp) => {
  expect(renderToString({ data: "x", ...look }).includes("crispEdges")).toBe(isCrisp);
});

test("a server reserves the space of a frame, and leaves its caption to the browser", () => {
  const markup = renderToString({ data: "x", size: 200, caption: "Scan me" });
  expect(markup).toContain("width:200px;max-width:100%;aspect-ratio:200/237");
  expect(markup).toContain('caption="Scan me"');
  const [picture = ""] = /<svg.*<\/svg>/.exec(markup) ?? [];
  expect(picture).toContain('viewBox="0 0 200 237"');
  expect(picture).toMatch(/<g transform="translate\([^)]*\)"><\/g><\/svg>$/);
  expect(renderToString({ data: "x", size: 200, frame: "plain" })).toContain("aspect-ratio:200/200");
  // Only the code is drawn without antialiasing, not the curves of the frame.
  expect(picture.match(/<\w+ [^>]*crispEdges/g)).toEqual(['<g shape-rendering="crispEdges']);
});

test("a saved design may be an object or JSON", () => {
  const saved = { eyeStyle: "leaf", color: "1a5fb4" };
  const markup = renderToString({ data: "x", design: JSON.stringify(saved) });
  expect(markup).toContain(' design="{&#34;eyeStyle&#34;:&#34;leaf&#34;,&#34;color&#34;:&#34;1a5fb4&#34;}"');
  expect(renderToString({ data: "x", design: saved as never })).toBe(markup);
  expect(markup.split("<svg")[1]).toBe(renderToString({ data: "x", ...saved } as never).split("<svg")[1]);
});

test("escapes markup in data and title", () => {
  const hostile = `"></template><script>alert(1)</script><path part='x'>`;
  const markup = renderToString({ data: hostile, title: hostile });
  expect(markup.match(/<[a-z]+/g)).toEqual(["<qr", "<template", "<style", "<svg", "<title", "<path", "<path", "<slot"]);
  expect(markup.match(/<path part="background"/g)).toHaveLength(1);
});

test("a logo raises the error correction level", () => {
  const plain = renderToString({ data: "x", ec: "H" });
  const withLogo = renderToString({ data: "x", logo: "https://example.com/logo.png" });
  const path = (markup: string) => markup.split(' d="').at(-1);
  expect(withLogo).toContain(' logo="https://example.com/logo.png"');
  expect(path(withLogo)).toBe(path(plain));
});

test.each([
  ["/logo.svg", "/logo.svg"],
  ["logo.svg?a&b", "logo.svg?a&#38;b"],
  ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
])("keeps the logo %j as written", (logo, written) => {
  const markup = renderToString({ data: "x", logo });
  expect(markup).toContain(` logo="${written}"`);
  expect(markup).not.toContain("logo-data");
  const path = (of: string) => of.split(' d="').at(-1);
  expect(path(markup)).toBe(path(renderToString({ data: "x", ec: "H" })));
});

test("rejects the same logos as the element", () => {
  expect(() => renderToString({ data: "x", logo: "http://" })).toThrow(ruleText(httpUrl, "logo"));
  expect(() => renderToString({ data: "x", logo: "javascript:1" })).toThrow(ruleText(httpUrl, "logo"));
});

test("rejects data that HTML would change", () => {
  const message = ruleText(NUL, "data");
  expect(() => renderToString({ data: "a\0b" })).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", field: "data", message }),
  );
});

test("rejects options that cannot be drawn", () => {
  expect(() => renderToString({ data: "" })).toThrow(QrError);
  expect(() => renderToString({ data: "x", size: 5 })).toThrow(
    ruleText(integerRange, "size", { min: 32, max: 16_384 }),
  );
});

test("the manifest has every option with its default", () => {
  const [declaration] = elementManifest().modules[0]?.declarations ?? [];
  const expected = rows.filter(([, row]) => !(row as Row).offElement).map(([name]) => name);
  expect(declaration?.attributes.map(({ fieldName }) => fieldName)).toEqual([...expected, "clearOnError"]);
  expect(declaration?.attributes.find(({ name }) => name === "dot-style")).toMatchObject({
    type: { text: expect.stringContaining("'extra-rounded'") },
    default: '"square"',
  });
});
