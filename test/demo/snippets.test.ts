import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { snippetsFor } from "../../demo/use/snippets.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { readQuery } from "../../src/options/read.ts";
import { pictures } from "../../src/render/formats.ts";
import { draw } from "../../src/runtime/library.ts";
import { generate } from "../../src/service/generate.ts";

const BASE = "https://qr.example";

function snippets(words: RawOptions): Readonly<Record<string, string | undefined>> {
  const made = snippetsFor(words, parseOptions(words).options, BASE);
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
    expect(code.replace('<script type="module">import "isoqr/element/define";</script>', ""), name).not.toMatch(
      /script>|'?">.*</s,
    );
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
  for (const words of [{ format: "svg", gradient: "linear,0,000000,1a5fb4" }, { preset: "ocean" }]) {
    const [, settings = ""] = /draw\("x", (.*)\);$/.exec(snippets({ data: "x", ...words }).JavaScript ?? "") ?? [];
    const { body } = await generate({ data: "x", ...words }, { pictures: () => pictures });
    expect(await draw("x", JSON.parse(settings))).toEqual(body);
  }
});

test("the JavaScript snippet contains the options that optimize=scan implies", () => {
  expect(snippets({ data: "x", optimize: "scan" }).JavaScript).toBe(
    'import { toPng } from "isoqr";\n\nconst code = toPng("x", { "version": 2, "boost": true });',
  );
  expect(snippets({ data: "x", optimize: "none", boost: true }).JavaScript).toContain('toPng("x", { "boost": true })');
  expect(snippets({ data: "x", optimize: "scan" }).Element).toContain('<qr-code data="x" optimize="scan">');
});

test("offers only the snippets for the element and curl if the logo is uploaded", () => {
  const { URL: url, HTML, JavaScript, Element, curl } = snippets({ data: "x", logoData: "data:image/png;base64,AAAA" });
  expect([url, HTML, JavaScript]).toEqual([undefined, undefined, undefined]);
  for (const code of [Element, curl]) expect(code).toContain("data:image/png;base64,AAAA");
});
