import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { snippetsFor } from "../../demo/use/snippets.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { readQuery } from "../../src/options/read.ts";

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

test("the address asks for the same picture", () => {
  const { Address = "" } = snippets(hostile);
  expect(parseOptions(readQuery(new URL(Address).search)).options).toEqual(parseOptions(hostile).options);
});

test("tags cannot be broken out of", () => {
  for (const name of ["HTML", "Element"]) {
    const code = snippets(hostile)[name] ?? "";
    expect(code.replace('<script type="module">import "isoqr/element/define";</script>', ""), name).not.toMatch(
      /script>|'?">.*</s,
    );
  }
});

test("a shell takes curl's body for what it is", () => {
  const body = / -d ('.*')$/s.exec(snippets(hostile).curl ?? "")?.[1] ?? "";
  const heard = execFileSync("sh", ["-c", `printf %s ${body}`]).toString();
  expect(parseOptions(JSON.parse(heard)).options).toEqual(parseOptions(hostile).options);
});

test("the program names the function of the format and what differs from the defaults", () => {
  expect(snippets({ data: "x", format: "svg", margin: "2" }).JavaScript).toBe(
    'import { toSvg } from "isoqr";\n\nconst code = toSvg("x", { "margin": 2 });',
  );
  expect(snippets({ data: "x" }).JavaScript).toBe('import { toPng } from "isoqr";\n\nconst code = toPng("x");');
});

test("a logo's file goes into the element and into curl, and nowhere else", () => {
  const { Address, HTML, JavaScript, Element, curl } = snippets({ data: "x", logoData: "data:image/png;base64,AAAA" });
  expect([Address, HTML, JavaScript]).toEqual([undefined, undefined, undefined]);
  for (const code of [Element, curl]) expect(code).toContain("data:image/png;base64,AAAA");
});
