import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toMatrix, toPng, toSvg } from "../../src/index.ts";
import { svgUnsupported } from "../../src/messages/logo-rules.ts";
import { dataRequired, designInvalid, integerRange, oneOf } from "../../src/messages/option-rules.ts";
import { formatNames, formats } from "../../src/options/formats.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const text = "https://example.com";

test("chooses the format by file extension, and writes the same bytes as the library", async () => {
  const folder = newFolder();
  const [png, svg, json] = ["a.png", "b.SVG", "c.json"].map((name) => join(folder, name)) as [string, string, string];
  expect(await isoqr([text, "-o", png, "--size", "300"])).toMatchObject({ code: 0, out: "" });
  expect(new Uint8Array(readFileSync(png))).toEqual(toPng(text, { size: 300 }));
  expect(await isoqr([text, "--output", svg, "--dot-style", "dots", "--ec=q"])).toMatchObject({ code: 0 });
  expect(readFileSync(svg, "utf8")).toBe(toSvg(text, { dotStyle: "dots", ec: "Q" }));
  expect(await isoqr([text, `-o${json}`, "--dotStyle", "dots", "--no-boost"])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(json, "utf8"))).toEqual(toMatrix(text));
  expect(readdirSync(folder).sort()).toEqual(["a.png", "b.SVG", "c.json"]);
});

test("draws the text of SVG logos as outlines, and names what is not supported", async () => {
  const [logo, svg] = ["words.svg", "a.svg"].map((name) => join(newFolder(), name)) as [string, string];
  const words = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><text y="20">Café</text></svg>';
  writeFileSync(logo, words);
  expect(await isoqr([text, "--logo", logo, "-o", svg])).toMatchObject({ code: 0 });
  const [, embedded = ""] = /svg\+xml;base64,([^"]+)/.exec(readFileSync(svg, "utf8")) ?? [];
  expect(Buffer.from(embedded, "base64").toString()).toMatch(/^<svg xmlns[^>]+><g><path [^>]+><\/g><\/svg>$/);
  writeFileSync(logo, words.replace("y=", "textLength='9' y="));
  const { code, stderr } = await isoqr([text, "--logo", logo, "-o", join(newFolder(), "b.png")]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(ruleText(svgUnsupported, "--logo", { text: "whose text uses textLength" })),
  ]);
});

test.each(formatNames)("writes the same %s as the service, by extension and by name", async (format) => {
  const { body } = await createService().generate({ data: text, format });
  const file = join(newFolder(), `code.${formats[format].extension}`);
  expect((await isoqr([text, "-o", file])).code).toBe(0);
  expect(readFileSync(file)).toEqual(Buffer.from(body));
  expect((await isoqr([text, "--format", format])).bytes).toEqual(Buffer.from(body));
});

test("replaces a file only with --force, and reports the replacement", async () => {
  const file = join(newFolder(), "a.svg");
  writeFileSync(file, "mine");
  const refused = await isoqr([text, "-o", file]);
  expect(refused).toMatchObject({ code: 1, stderr: `isoqr: ${file} already exists: add --force to replace it\n` });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect((await isoqr([text, "-o", file, "--force"])).stderr).toMatch(/ replaced, [\d,]+ bytes\n$/);
  expect(readFileSync(file, "utf8")).toBe(toSvg(text));
});

test("writes to the target of a symbolic link, and to devices, without replacing them", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "real.svg"), "");
  symlinkSync(join(folder, "real.svg"), join(folder, "link.svg"));
  symlinkSync("/dev/null", join(folder, "null.svg"));
  expect((await isoqr([text, "-f", "-o", join(folder, "link.svg")])).code).toBe(0);
  expect(readFileSync(join(folder, "real.svg"), "utf8")).toBe(toSvg(text));
  expect((await isoqr([text, "-f", "-o", join(folder, "null.svg")])).code).toBe(0);
  expect(readFileSync(join(folder, "null.svg"), "utf8")).toBe("");
});

test("-o - and --format write to standard output, except a PNG to a terminal", async () => {
  expect((await isoqr([text, "-o", "-"])).bytes).toEqual(Buffer.from(toPng(text)));
  expect((await isoqr([text, "--format", "svg"], { columns: 80 })).out).toBe(toSvg(text));
  expect(await isoqr([text, "--format", "png"], { columns: 80 })).toMatchObject({ code: 2, out: "" });
});

test("--json requires an output file", async () => {
  const error = "--json needs an output file: add -o FILE";
  for (const words of [[], ["-o", "-"]]) {
    expect(await isoqr([text, "--json", ...words])).toMatchObject({ code: 2, out: `${JSON.stringify({ error })}\n` });
  }
  expect(JSON.parse((await isoqr([text, "--json", "--format", "json"])).out)).toEqual(toMatrix(text));
});

test("--json prints what was written", async () => {
  const file = join(newFolder(), "a.png");
  const { out, stderr } = await isoqr([text, "-o", file, "--json"]);
  expect(stderr).toBe("");
  expect(JSON.parse(out)).toEqual({ file, contentType: "image/png", bytes: toPng(text).length, replaced: false });
});

test("reads the text from standard input, without its last line break", async () => {
  expect((await isoqr(["-", "--format", "svg"], { input: "two\nlines\r\n" })).out).toBe(toSvg("two\nlines"));
  expect((await isoqr(["--format", "svg"], { input: "piped\n" })).out).toBe(toSvg("piped"));
  expect((await isoqr([], { input: "piped\n" })).out).toBe((await isoqr(["piped"])).out);
  const latin1 = await isoqr(["-"], { input: new Uint8Array([0x66, 0xfc, 0x72]) });
  expect(latin1).toMatchObject({ code: 2, stderr: "isoqr: the input must be UTF-8: convert it\n" });
});

test("encodes a command's name as text after --", async () => {
  expect((await isoqr(["--format", "svg", "--", "decode"])).out).toBe(toSvg("decode"));
});

test("warns about codes that are hard to scan", async () => {
  const { code, stderr } = await isoqr([text, "--format", "svg", "--color", "999999"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^isoqr: --color and --bg have a contrast of 2\.85:1/);
});

test.each([
  [[text, "--size", "99999"], ruleText(integerRange, "--size", { min: 32, max: 16_384 })],
  [
    [text, "--dotStyle", "x"],
    ruleText(oneOf, "--dot-style", { text: "square, rounded, dots, classy, classy-rounded, extra-rounded" }),
  ],
  [[text, "--colour", "ff0000"], "unknown flag --colour: did you mean --color?"],
  [[text, "--xyzzy"], "unknown flag --xyzzy: see isoqr --help"],
  [[text, "--size"], "--size needs a value, such as --size 256"],
  [[text, "--ec", "--boost"], "--ec needs a value, such as --ec M"],
  [[text, "-o", "a.png", "--force=yes"], "--force must be true or false, or have no value"],
  [
    [text, "-o", "qr.gif"],
    "qr.gif must end in one of .png, .svg, .pdf, .eps, .json, .txt: change the extension, or add --format",
  ],
  [
    [text, "-o", "qr.svg", "--format", "png"],
    "qr.svg does not match --format png: change the extension or remove --format",
  ],
  [["a", "b"], 'unexpected argument "b": put the text in quotes'],
  [["--size", "64"], 'text is required, as in isoqr "https://example.com": see isoqr --help'],
  [[""], ruleText(dataRequired, "the text")],
  [[text, "--logo", "ftp://a/b.png", "-o", "a.png"], "--logo must be a file, or an http or https URL"],
  [[text, "--logo", "none.png", "-o", "a.png"], "reading --logo none.png failed: no such file or folder"],
  [[text, "--logo", "package.json", "-o", "a.png"], "--logo cannot be read as an image"],
  [[text, "--logo-data", "!", "-o", "a.png"], "--logo-data must be a base64 data URI"],
  [[text, "--logoData=aGVsbG8=", "-o", "a.png"], "--logo-data cannot be read as an image"],
  [[text, "--logo", "none.png", "--logo-data", "!", "-o", "a.png"], "--logo-data must be a base64"],
  [
    [text, "--logo", "docs/logos/leaf.svg", "-o", "a.txt"],
    "--logo works only with the formats png, svg, pdf, eps, not txt: change the format, or remove --logo",
  ],
  [
    [text, "--logo-data", "aGVsbG8=", "--format", "json"],
    "--logo-data works only with the formats png, svg, pdf, eps, not json",
  ],
  [[text, "--logo", "docs/logos/leaf.svg"], "a logo cannot be shown in a terminal: add -o FILE"],
] as [string[], string][])("rejects %j with a message and exit code 2", async (words, message) => {
  const { code, out, stderr } = await isoqr(words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(stderr).toContain(`isoqr: ${message}`);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(existsSync("a.png")).toBe(false);
});

test("reports how much fits if the text is too long, without printing the text", async () => {
  const { code, stderr } = await isoqr(["-", "--ec", "H"], { input: "secret ".repeat(600) });
  expect(code).toBe(2);
  expect(stderr).not.toContain("secret");
});

test("fails without leaving files if the folder is missing", async () => {
  const folder = newFolder();
  const file = join(folder, "none", "a.png");
  expect(await isoqr([text, "-o", file])).toMatchObject({
    code: 1,
    stderr: `isoqr: writing ${file} failed: the folder does not exist; create it first\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test("--design reads look options from a file, and flags override them", async () => {
  const folder = newFolder();
  const file = join(folder, "brand.json");
  writeFileSync(file, JSON.stringify({ color: "#1a5fb4", dotStyle: "dots", eyeStyle: "rounded" }));
  const { out } = await isoqr(["x", "--format", "svg", "-o", "-", "--design", file, "--dot-style", "square"]);
  const expected = ["x", "--format", "svg", "-o", "-", "--color", "#1a5fb4", "--eye-style", "rounded"];
  expect(out).toBe((await isoqr(expected)).out);
  writeFileSync(file, '{"color":"blue"}');
  const wrong = await isoqr(["x", "-o", "-", "--design", file]);
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain(
    ruleText(designInvalid, "--design", { option: "--color", rule: "must be a colour such as #1a2b3c or #123" }),
  );
  writeFileSync(file, '{"dotStyel":"dots"}');
  const typo = await isoqr(["x", "-o", "-", "--design", file]);
  expect([typo.code, typo.stderr]).toEqual([
    2,
    expect.stringContaining('--design must contain only look options, not "dotStyel": use "dotStyle"'),
  ]);
  expect((await isoqr(["x", "--design", join(folder, "none.json")])).stderr).toMatch(/reading --design .* failed/);
});

test("says where the logo of a design belongs", async () => {
  const folder = newFolder();
  const file = join(folder, "brand.json");
  writeFileSync(file, '{"logo":"./logo.svg"}');
  for (const design of [file, '{"logo":"logo.png"}']) {
    const { code, stderr } = await isoqr(["x", "-o", join(folder, "a.png"), "--design", design]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "the logo in --design must be an http or https URL: put a file into its logoData, or use --logo FILE",
    );
  }
  writeFileSync(file, `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`);
  const { code, stderr } = await isoqr(["x", "-o", "-", "--design", file]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--design must be a JSON object of look options")]);
});

test("draws the logo of a design without a warning", async () => {
  const folder = newFolder();
  const [design, file] = [join(folder, "brand.json"), join(folder, "a.svg")];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>';
  const logoData = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  writeFileSync(design, JSON.stringify({ logoData, eyeStyle: "circle" }));
  const { code, stderr } = await isoqr([text, "-o", file, "--design", design]);
  expect([code, stderr.split("\n").slice(0, -2)]).toEqual([
    0,
    [expect.stringMatching(/^isoqr: a few scanners cannot read codes with --eye-style circle/)],
  ]);
  expect(readFileSync(file, "utf8")).toContain("<image");
});

test("names the characters of a caption that no font has", async () => {
  const { code, stderr } = await isoqr([text, "-o", join(newFolder(), "a.svg"), "--caption", "Hi 𒀀"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^isoqr: --caption contains characters that no font here has, .*: remove 𒀀\n/);
});
