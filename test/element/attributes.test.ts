import { expect, test } from "vitest";
import { attributeOf, observedAttributes, readAttributes, writtenAttributes } from "../../src/element/attributes.ts";
import { FILE } from "../../src/element/qr-code-element.ts";
import { messageOf } from "../../src/messages/message.ts";
import { oneOf } from "../../src/messages/option-rules.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { rows } from "../../src/options/table.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";

/** Returns the options of an element with these attributes and this text content. */
const read = (attributes: Readonly<Record<string, string>>, textContent = "") =>
  readAttributes({
    getAttributeNames: () => Object.keys(attributes),
    getAttribute: (name) => attributes[name] ?? null,
    textContent,
    baseURI: "https://page.test/a/b.html",
  });

test("every option has an attribute in lower case and one in kebab case", () => {
  const seen = rows.filter(([name]) => !observedAttributes.includes(name.toLowerCase())).map(([name]) => name);
  expect(seen).toEqual(["format", "moduleSize", "width", "dpi"]);
  for (const name of ["logo-data", "logo-mime", "logo-size", "logo-margin", "dot-style"]) {
    expect(observedAttributes).toContain(name);
  }
});

test("reads both spellings, and prefers the one with dashes", () => {
  expect(read({ data: "x", dotstyle: "dots" })).toEqual({ data: "x", dotStyle: "dots" });
  expect(read({ data: "x", dotstyle: "dots", "dot-style": "rounded" }).dotStyle).toBe("rounded");
  expect(read({ data: "x", "dot-style": "rounded", dotstyle: "dots" }).dotStyle).toBe("rounded");
});

test("the text inside replaces missing data, but not empty data", () => {
  expect(read({}, "\n  the text \n").data).toBe("the text");
  expect(read({ data: "" }, "the text").data).toBe("");
});

test("an empty boolean attribute is true", () => {
  expect(read({ boost: "", eci: "false" }, "x")).toMatchObject({ boost: true, eci: "false" });
});

test("reads the title from aria-label, or from title if aria-label is empty or missing", () => {
  expect(read({ title: "one", "aria-label": "two" }).title).toBe("two");
  expect(read({ title: "one", "aria-label": "" }).title).toBe("one");
  expect(read({ title: "" })).not.toHaveProperty("title");
});

test("collapses whitespace in aria-label and truncates it to the length of a title", () => {
  expect(read({ "aria-label": " Our\n\t menu\u0007\u2028today " }).title).toBe("Our menu today");
  expect(read({ title: "one", "aria-label": " \n " }).title).toBe("one");
  const cut = read({ "aria-label": `\u{1f600}${"x".repeat(249)}` }).title;
  expect(cut).toBe(`\u{1f600}${"x".repeat(199)}`);
  for (const label of ["a\nb", "x".repeat(250), "\u{1f600}".repeat(250), "\ud800"]) {
    expect(() => checkOptions(read({ data: "x", "aria-label": label }))).not.toThrow();
  }
});

test.each([
  ["/logo.png", { logo: "https://page.test/logo.png" }],
  ["logo.png", { logo: "https://page.test/a/logo.png" }],
  ["https://other.test/x", { logo: "https://other.test/x" }],
  ["data:image/png;base64,AAAA", { logoData: "data:image/png;base64,AAAA" }],
  ["", {}],
  ["http://", { logo: "http://" }],
])("resolves the logo %j", (logo, expected) => {
  expect(read({ logo })).toEqual({ data: "", ...expected });
});

test("accepts data URIs in any encoding, and reports malformed ones as `logo`", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`;
  const inBase64 = `data:image/svg+xml;base64,${btoa(svg)}`;
  expect(read({ data: "x", logo: inBase64 })).toEqual({ data: "x", logoData: inBase64 });
  // Vite inlines small files in this form.
  const written = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  expect(read({ data: "x", logo: written })).toEqual({ data: "x", logoData: inBase64 });
  for (const broken of ["data:", "data:image/svg+xml,%zz", "data:image/png;base64,?"]) {
    expect(() => checkOptions(read({ data: "x", logo: broken }))).toThrow(/^logo must be/);
  }
});

test("warnings name options by their attributes", () => {
  const error = testError("LOGO_UNREACHABLE", "is late: send it as {logoData}", "logo");
  expect(messageOf(error, attributeOf)).toBe("logo is late: send it as logo-data");
  const style = testError("INVALID_OPTION", "must be one of square, rounded", "dotStyle");
  expect(messageOf(style, attributeOf)).toBe(ruleText(oneOf, "dot-style", { text: "square, rounded" }));
  const file = testError("INVALID_OPTION", "must be a File or Blob", "logoFile");
  expect(messageOf(file, attributeOf)).toBe(ruleText(FILE, "logoFile"));
});

test("writes options as attributes for frameworks that set no properties", () => {
  const listener = () => undefined;
  const props = {
    data: "x",
    dotStyle: "dots",
    size: undefined,
    boost: true,
    logo: false,
    id: "code",
    onClick: listener,
  };
  expect(writtenAttributes(props)).toEqual({
    ...{ data: "x", "dot-style": "dots", size: undefined, boost: "true", logo: undefined },
    ...{ id: "code", onClick: listener },
  });
  const gradient = { type: "linear", angle: 45, stops: ["#1a5fb4", { color: "#813d9c", position: 80 }] };
  expect(writtenAttributes({ gradient, design: { gradient, bg: null }, eyeGradient: "none" })).toEqual({
    ...{ gradient: "linear,45,#1a5fb4,#813d9c@80", "eye-gradient": "none" },
    design: '{"gradient":"linear,45,#1a5fb4,#813d9c@80","bg":null}',
  });
  expect(writtenAttributes({ "dot-style": null, boost: false, clearOnError: true, design: { ec: "H" } })).toEqual({
    ...{ "dot-style": undefined, boost: "false", "clear-on-error": "true", design: '{"ec":"H"}' },
  });
});
