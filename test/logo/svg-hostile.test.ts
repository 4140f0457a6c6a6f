import { describe, expect, test } from "vitest";
import { logoFile } from "./logos.ts";
import { svgRefusal } from "./refusal.ts";

/** Files designed to take too much time or memory, which the checks must reject. */

const wrap = (inside: string, before = "") =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
const list = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i)).join("");
const styled = (sheet: string, inside = "<path d='M0 0h9v9'/>") => wrap(`<style>${sheet}</style>${inside}`);

const blurs = `<filter id="f">${"<feGaussianBlur stdDeviation='9'/>".repeat(20)}</filter>`;
const shapes = "<rect width='100' height='100'/>".repeat(200);
const onlyClasses = "with a selector other than a single class: use attributes";
const unbounded = "comments, escapes or nested rules in its CSS: remove them";

describe("style sheets", () => {
  const long = "more than 16 KB of CSS: use attributes";
  test.each([
    ["many selectors with many references", styled(`${"a,".repeat(200_000)}a{${"url(#);".repeat(100)}}`), long],
    ["fewer selectors and references", styled(`${".a,".repeat(3000)}.a{${"b:url(#);".repeat(700)}}`), "accepted"],
    ["no brace", styled("a".repeat(80_000)), long],
    ["no brace in a short sheet", styled("a".repeat(16_000)), "accepted"],
    ["one class in many rules", styled(".a{b:url(#)}".repeat(20_000)), long],
    ["one class in fewer rules", styled(".a{b:url(#)}".repeat(1300), "<g class='a'/>".repeat(2000)), "accepted"],
    ["many short style sheets", wrap("<style>.a{fill:red}</style>".repeat(2000)), long],
    ["a comment", styled(`rect{/*}*/filter:url(#f)}`, blurs + shapes), unbounded],
    ["a comment in an attribute", wrap(`${blurs}<g style="filter/**/:url(#f)"/>`), unbounded],
    ["an escape", styled(`rect{f\\69lter:url(#f)}`, blurs + shapes), unbounded],
    ["a brace in an attribute", wrap(`${blurs}<g style="a:}filter:url(#f)"/>`), unbounded],
    ["a rule in a rule", styled(`.a{x:{;filter:url(#f)}}`, blurs), unbounded],
    ["a declaration before a brace", styled(`.a{} filter:url(#f);x{}`, blurs), unbounded],
    ["a character reference", styled(`*{filter:&#117;rl(#f)}`, blurs + shapes), onlyClasses],
    ["a long character reference", styled(`*{filter:&#x0000000000075;rl(#f)}`, blurs + shapes), onlyClasses],
    ["a value in CDATA", styled(`*{filter:<![CDATA[url(#f)]]>}`, blurs + shapes), onlyClasses],
    ["a rule that is not closed", styled(`.a{fill:red} *{filter:url(#f)`, blurs + shapes), onlyClasses],
    ["inside @media", styled(`@media all{*{opacity:.5}}`), onlyClasses],
    ["a selector with more than a class", styled(`.a,.b *{mix-blend-mode:screen}`), onlyClasses],
    [
      "a class next to another class",
      styled(`.a{filter:url(#f)}`, blurs + "<g class='b a'/>".repeat(3)),
      "too complex",
    ],
    [
      "a class with a prefix",
      styled(`.a{filter:url(#f)}`, blurs + "<g class='b' s:class='a'/>".repeat(3)),
      "too complex",
    ],
  ])("checks style sheets: %s", (_, svg, message) => {
    expect(svgRefusal(svg)).toContain(message);
  });
});

describe("entities", () => {
  const hidden = `<!DOCTYPE svg SYSTEM "><!--" [<!ENTITY e "<filter id='f'/>">]><!-- -->`;
  test.each([
    ["after a quoted comment start", hidden],
    ["after a public identifier", hidden.replace("SYSTEM", 'PUBLIC "a"')],
    ["in a subset", `<!DOCTYPE svg [ <!ENTITY e "x"> ]>`],
    ["in another file", `<!DOCTYPE svg SYSTEM "a.dtd">`],
    ["in a document type that is not closed", "<!DOCTYPE svg"],
  ])("rejects entities %s", (_, before) => {
    expect(svgRefusal(wrap("&e;", before))).toContain("declares entities: save it as plain SVG");
  });

  test.each(["&e;", "<g fill='&e;'/>", "<g fill='a & b'/>", "<g>&#x110000;</g>"])("rejects %s", (inside) => {
    expect(svgRefusal(wrap(inside))).toContain("not well-formed");
  });

  test("accepts a plain document type", () => {
    const before = `<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.0//EN'\n "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd" >`;
    expect(svgRefusal(wrap("<path/>", before))).toBe("accepted");
  });
});

describe("work", () => {
  const png = Buffer.from(logoFile("still.png"));
  const picture = (bytes: Buffer) => `<image id="i" href="data:image/png;base64,${bytes.toString("base64")}"/>`;
  const large = Buffer.from(png);
  large.writeUInt32BE(4000, 16);
  large.writeUInt32BE(4000, 20);
  const patterns = "is an SVG with a pattern that can be too slow to draw";
  const dashed = "is an SVG with dashed lines: convert them to paths";
  test.each([
    ["layers by style", wrap(`<rect style="fill:red;opacity:.5"/>`.repeat(1000)), "too complex"],
    ["layers by class", styled(".a{opacity:.5}", "<rect class='a'/>".repeat(1000)), "too complex"],
    ["layers by a prefixed attribute", wrap(`<rect s:opacity=".5"/>`.repeat(1000)), "too complex"],
    [
      "attributes that create no layers",
      wrap(`<rect opacity="1" style="opacity:1;isolation:auto"/>`.repeat(1000)),
      "accepted",
    ],
    ["filter functions", wrap(`<rect filter="blur(9) blur(9)"/>`.repeat(30)), "too complex"],
    ["a prefixed id", wrap(blurs.replace(" id", " s:id") + `<g filter="url(#f)"/>`.repeat(3)), "too complex"],
    [
      "many stops",
      wrap(`<linearGradient id="g">${"<stop/>".repeat(15_000)}</linearGradient>`),
      "at most 5000 elements",
    ],
    ["101 stops", wrap(`<radialGradient id="g">${"<stop/>".repeat(101)}</radialGradient>`), "more than 100 stops"],
    [
      "100 stops, many times",
      wrap(
        `<radialGradient id="g">${"<stop/>".repeat(100)}</radialGradient><g fill="url(#g)">${"<path/>".repeat(1000)}</g>`,
      ),
      "too complex",
    ],
    [
      "a large pattern",
      wrap(`<pattern patternUnits="userSpaceOnUse" width="16000" height="16000"><path/></pattern>`),
      patterns,
    ],
    ["a scaled pattern", wrap(`<pattern width="1" height="1" patternTransform="scale(9)"/>`), patterns],
    ["a wide pattern", wrap(`<pattern width="2" height="100%"/>`), patterns],
    ["a pattern that references another pattern", wrap(`<pattern s:href="#a" width="1" height="1"/>`), patterns],
    ["dashes", wrap(`<path d="M0 0H100000" stroke-dasharray=".06"/>`), dashed],
    ["dashes by style", wrap(`<path style="stroke-dasharray: .06"/>`), dashed],
    ["dashes by a style sheet", styled("path{stroke-dasharray:.06}"), dashed],
    ["dashes by a prefixed attribute", wrap(`<path s:stroke-dasharray="1"/>`), dashed],
    [
      "no dashes",
      wrap(`<path stroke-dasharray="none" style="stroke-dasharray:none;stroke-dashoffset:0"/>`),
      "accepted",
    ],
    ["a large number in a prefixed attribute", wrap(`<path s:stroke-width="1e38"/>`), "numbers above 1000000"],
    ["a large picture, many times", wrap(picture(large) + `<use href="#i"/>`.repeat(5)), "too complex"],
    ["a small picture, many times", wrap(picture(png) + `<use href="#i"/>`.repeat(5)), "accepted"],
    ["an image with percent-encoded base64", wrap(picture(png).replace("base64,", "base64,%69")), "not a PNG or JPEG"],
    ["a PNG declared as an SVG", wrap(picture(png).replace("image/png", "image/svg+xml")), "not a PNG or JPEG"],
    ["a long chain", wrap(list(4000, (i) => `<g id="a${i}" fill="url(#a${i + 1})"/>`)), "too complex"],
    ["elements with the same id", wrap(`<path id="a"/>`.repeat(50) + `<use href="#a"/>`.repeat(50)), "accepted"],
    [
      "many elements with the same id",
      wrap(`<path id="a"/>`.repeat(2000) + `<use href="#a"/>`.repeat(2000)),
      "too complex",
    ],
    ["a path of 2 MB", wrap(`<path d="${"M0 0".repeat(500_000)}"/>`), "accepted"],
    ["many paths of 2 MB", wrap(`<path d="${"M0 0".repeat(400)}"/>`.repeat(1200)), "accepted"],
    ["a path of 2 MB, twice", wrap(`<path id="a" d="${"M0 0".repeat(500_000)}"/><use href="#a"/>`), "too complex"],
    ["a description of 2 MB", wrap(`<desc>${"words".repeat(400_000)}</desc>`), "accepted"],
  ])("limits the work: %s", (_, svg, message) => {
    expect(svgRefusal(svg)).toContain(message);
  });

  test("follows the longest chain of references to the deepest elements", () => {
    const deep = (i: number) => `<g id="a${i}">${"<g>".repeat(55)}<use href="#a${i + 1}"/>${"</g>".repeat(55)}</g>`;
    expect(svgRefusal(wrap(`<defs>${list(15, deep)}</defs><use href="#a0"/>`))).toBe("accepted");
    expect(svgRefusal(wrap(`<defs>${list(80, deep)}</defs><use href="#a0"/>`))).toContain("too complex");
  });
});
