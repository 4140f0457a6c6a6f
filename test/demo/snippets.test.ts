import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { snippetsFor } from "../../demo/use/snippets.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { readQuery } from "../../src/options/read.ts";
import { draw } from "../../src/runtime/library.ts";
import { generate } from "../../src/service/generate.ts";

const BASE = "https://qr.example";

function snippets(input: RawOptions): Readonly<Record<string, string | undefined>> {
  const made = snippetsFor(input, parseOptions(input).options, BASE);
  return Object.fromEntries(made.map(({ name, code }) => [name, code]));
}

const hostile = {
  data: `"><script>alert(1)</script> 'quoted' $HOME \`id\` \\ é\n&amp;`,
  color: "0b3d2e",
  boost: "true",
};

test("the URL snippet contains all options unchanged", () => {
  const { URL: url = "" } = snippets(hostile);
  expect(parseOptions(readQuery(new URL(url).search)).options).toEqual(parseOptions(hostile).options);
});

test("escapes attribute values in tags", () => {
  for (const name of ["HTML", "Element"]) {
    const code = snippets(hostile)[name] ?? "";
    expect(code.replace(`<script defer src="${BASE}/isoqr.js"></script>`, ""), name).not.toMatch(/script>|'?">.*</s);
  }
});

test("quotes the body of curl for a shell", () => {
  const body = / -d ('.*')$/s.exec(snippets(hostile).curl ?? "")?.[1] ?? "";
  const output = execFileSync("sh", ["-c", `printf %s ${body}`]).toString();
  expect(parseOptions(JSON.parse(output)).options).toEqual(parseOptions(hostile).options);
});

test("the JavaScript snippet calls the function for the format with the changed options", () => {
  expect(snippets({ data: "x", format: "svg", margin: "2" }).JavaScript).toBe(
    'import { toSvg } from "isoqr";\n\nconst code = toSvg("x", { "margin": 2 });',
  );
  expect(snippets({ data: "x" }).JavaScript).toBe('import { toPng } from "isoqr";\n\nconst code = toPng("x");');
});

test("the JavaScript snippet for a look calls draw, and returns the same picture", async () => {
  expect(snippets({ data: "x", caption: "Scan" }).JavaScript).toBe(
    'import { draw } from "isoqr";\n\nconst code = await draw("x", { "caption": "Scan" });',
  );
  for (const input of [{ format: "svg", gradient: "linear,0,000000,1a5fb4" }, { preset: "ocean" }]) {
    const [, settings = ""] = /draw\("x", (.*)\);$/.exec(snippets({ data: "x", ...input }).JavaScript ?? "") ?? [];
    const { body } = await generate({ data: "x", ...input }, {});
    expect(await draw("x", JSON.parse(settings))).toEqual(body);
  }
});

test("the JavaScript snippet contains optimize", () => {
  expect(snippets({ data: "x", optimize: "scan" }).JavaScript).toBe(
    'import { toPng } from "isoqr";\n\nconst code = toPng("x", { "optimize": "scan" });',
  );
  expect(snippets({ data: "x", optimize: "none", boost: true }).JavaScript).toContain(
    '{ "boost": true, "optimize": "none" }',
  );
  expect(snippets({ data: "x", optimize: "scan" }).Element).toContain('<qr-code data="x" optimize="scan">');
});

const SQUARE = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0"/></svg>')}`;

test("the JavaScript snippet for a logo calls draw", async () => {
  const input = { data: "x", format: "svg", logoData: SQUARE };
  const [, settings = ""] = /draw\("x", (.*)\);$/.exec(snippets(input).JavaScript ?? "") ?? [];
  expect(await draw("x", JSON.parse(settings))).toContain(SQUARE.slice(-50));
});

test("offers no snippets with a URL if the logo is uploaded, and says which ones to use", () => {
  const { URL: url, HTML, JavaScript, Element, curl } = snippets({ data: "x", logoData: SQUARE });
  expect([url, HTML]).toEqual([undefined, undefined]);
  for (const code of [JavaScript, Element, curl]) expect(code).toContain(SQUARE);
});

test("the element snippet says which files a caption needs", () => {
  const given = { data: "x", caption: "Scan <me>" };
  const element = (input: RawOptions) =>
    snippetsFor(input, parseOptions(input).options, BASE).find(({ name }) => name === "Element");
  expect(element(given)?.code).toContain('caption="Scan &#60;me&#62;"');
  expect(element(given)?.note).toBe("needCaptionFiles");
  expect(element({ data: "x" })?.note).toBeUndefined();
});

test("says why a snippet is not available", () => {
  const missing = [
    { data: "x", caption: "Scan", logoData: SQUARE },
    { data: "x", format: "txt" },
  ].flatMap((input) => snippetsFor(input, parseOptions(input).options, BASE).filter(({ code }) => code === undefined));
  expect(missing.map(({ name, reason }) => [name, reason])).toEqual([
    ["URL", "needUrlLogo"],
    ["HTML", "needUrlLogo"],
    ["JavaScript", "needOtherFormat"],
  ]);
});
