import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toPng, toSvg } from "../../src/index.ts";
import { freeColorOrTransparent } from "../../src/messages/option-rules.ts";
import { wpaPassword } from "../../src/messages/payload-rules.ts";
import { rows } from "../../src/options/table.ts";
import { event, kinds, wifi } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

test("accepts the fields of a kind as flags", async () => {
  const { out } = await isoqr(["wifi", "--ssid", "Guests", "--password=a;b c:d 1", "--hidden", "--format", "svg"]);
  expect(out).toBe(toSvg(wifi.build({ ssid: "Guests", password: "a;b c:d 1", hidden: true })));
});

test("a field wins over an option with the same name", async () => {
  const { out } = await isoqr([
    "event",
    "--title",
    "Tea",
    "--start",
    "2026-12-24T18:00",
    "--format",
    "svg",
    "-s",
    "99",
  ]);
  expect(out).toBe(toSvg(event.build({ title: "Tea", start: "2026-12-24T18:00" }), { size: 99 }));
});

test("reads a secret from standard input", async () => {
  const words = ["wifi", "--ssid", "Guests", "--password", "-", "--format", "svg"];
  expect((await isoqr(words, { input: "coffee+tea\n" })).out).toBe(
    toSvg(wifi.build({ ssid: "Guests", password: "coffee+tea" })),
  );
});

test("reports an invalid field by its flag, without printing its value", async () => {
  const { code, stderr } = await isoqr(["wifi", "--ssid", "a", "--password", "hunter2"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `isoqr: ${ruleText(wpaPassword, "--password")}\n`,
  });
  expect((await isoqr(["vcard", "--first-name", "Ada", "stray"])).stderr).toContain('unexpected argument "stray"');
});

test("decode reads PNG and SVG files, codes with a logo, and images from standard input", async () => {
  const folder = newFolder();
  for (const [name, flags] of [
    ["a.png", []],
    ["b.svg", ["--dot-style", "dots"]],
    ["c.png", ["--logo", "docs/logos/leaf.svg"]],
  ] as const) {
    const file = join(folder, name);
    expect((await isoqr(["grüße, 你好", "-o", file, "--size", "512", ...flags])).code).toBe(0);
    expect(await isoqr(["decode", file])).toMatchObject({ code: 0, out: "grüße, 你好\n", stderr: "" });
  }
  const { out } = await isoqr(["decode", "-", "--json"], { input: toPng("x", { version: 3, ec: "Q" }) });
  expect(JSON.parse(out)).toMatchObject([{ text: "x", version: 3, ec: "Q", inverted: false, mirrored: false }]);
});

test("decode reports errors, and escapes control characters in a terminal", async () => {
  const file = join(newFolder(), "a.png");
  writeFileSync(file, toPng("\u001B[2Jwiped\u202E"));
  expect((await isoqr(["decode", file], { columns: 80 })).out).toBe("\\u001b[2Jwiped\\u202e\n");
  writeFileSync(file, "\x89PNG without a code", "latin1");
  expect(await isoqr(["decode", file])).toMatchObject({
    code: 1,
    out: "",
    stderr: `isoqr: no QR code was found in ${file}: the code must be complete, sharp and large enough\n`,
  });
  expect(await isoqr(["decode", file, "--json"])).toMatchObject({ code: 1, out: "[]\n", stderr: "" });
  const none = `reading ${file}.none failed: no such file or folder`;
  expect(await isoqr(["decode", `${file}.none`, "--json"])).toMatchObject({
    code: 2,
    out: `${JSON.stringify({ error: none })}\n`,
    stderr: "",
  });
  expect(await isoqr(["decode", `${file}.none`])).toMatchObject({ code: 2 });
  expect(await isoqr(["decode", "-"], { input: "a secret" })).toMatchObject({
    code: 2,
    stderr: "isoqr: the input must be a supported image: save it as PNG, JPEG, GIF, BMP, WebP or SVG\n",
  });
  expect(await isoqr(["--json", "decode", "-"], { input: "a secret" })).toMatchObject({ code: 1, out: "[]\n" });
  expect(await isoqr(["decode"])).toMatchObject({
    code: 2,
    stderr: "isoqr: an image is required, as in isoqr decode qr.png\n",
  });
  expect(await isoqr(["decode", "-"], { input: "<svg>" })).toMatchObject({
    code: 2,
    stderr: "isoqr: the input is an SVG that cannot be drawn: export it again\n",
  });
});

test("inspect scans the code, and suggests changes", async () => {
  const good = await isoqr(["inspect", "https://example.com"]);
  expect(good.code).toBe(0);
  expect(good.out).toMatch(/^This code scans very well\.\n {2}symbol {6}version 2, 25 x 25 modules, level M/);
  expect(good.out).toMatch(/^ {2}content {5}19 bytes$/m);
  expect(good.out).toMatch(/^ {2}contrast {4}21\.00:1$/m);
  expect(good.out).toMatch(/^ {2}scan check {2}grade A, score 0\.\d\d\n {14}zxing-wasm [\d.]+ reads the image\n/m);
  expect(good.out).toMatch(/^ {14}zbar-wasm [\d.]+ reads the image\n {14}zxing-wasm reads (\d+) of \1 test images\n/m);
  expect(good.out).toMatch(/^ {2}tolerates {3}module [\d.]+ px, noise \d+ levels, /m);
  expect(good.out).toMatch(
    /^ {2}distance {4}about \d+ times the printed width\n {2}correction {2}100% unused in the worst block$/m,
  );
  const bad = await isoqr(["inspect", "https://example.com", "--color", "cccccc", "--json"]);
  expect(bad.code).toBe(1);
  const [first] = JSON.parse(bad.out).issues;
  expect(first).toMatchObject({ code: "low_contrast", severity: "error" });
  const logo = await isoqr(["inspect", "x", "--logo", "docs/logos/leaf.svg", "--json"]);
  expect(JSON.parse(logo.out)).toMatchObject({ valid: true, scan: { passed: true } });
  const digest = expect.stringMatching(/^sha256-[A-Za-z0-9+/]{43}=$/);
  const size = expect.any(Number);
  expect(JSON.parse(logo.out).options.logoData).toEqual({ type: "image/svg+xml", size, digest });
});

test("inspect warns about text that scanners misread", async () => {
  const { code, out } = await isoqr(["inspect", "https://bär.de"]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^This code scans very well\..*warning: ZBar shows "b瓣r\.de" .* xn--br-via\.de or turn on --eci/s,
    ),
  ]);
  expect((await isoqr(["inspect", "https://bär.de", "--eci"])).out).not.toContain("warning");
});

test("inspect names the unit of each segment, and the margins of a code that is not read", async () => {
  const faint = await isoqr(["inspect", "ü12345678901", "--color", "fefefe", "--size", "40"]);
  expect(faint.out).toMatch(/^ {2}content {5}2 bytes \+ 11 numeric$/m);
  expect(faint.out).toMatch(/^ {2}contrast {4}1\.0\d:1$/m);
  expect(faint.out).toMatch(/^ {2}tolerates {3}module not read, noise not read, /m);
  expect(faint.out).toMatch(/^ {2}distance {4}not read$/m);
  expect((await isoqr(["inspect", "a"])).out).toMatch(/^ {2}content {5}1 byte$/m);
});

test("help contains every option and every field", async () => {
  const { code, out } = await isoqr(["--help"]);
  expect(code).toBe(0);
  for (const [name] of rows.filter(([name]) => name !== "data")) {
    expect(out).toMatch(new RegExp(` --${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}\\b`));
  }
  for (const kind of kinds.filter(({ name }) => name !== "url" && name !== "text")) {
    expect(out).toContain(kind.name);
    const help = (await isoqr([kind.name, "--help"])).out;
    for (const [name, { label }] of Object.entries(kind.fields)) {
      const flag = `--${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)} `;
      expect(help.split(flag)[1]).toContain(label);
    }
  }
});

test("every command has help that fits a terminal", async () => {
  for (const words of [
    ["--help"],
    ["help"],
    ["-h"],
    ...["batch", "inspect", "decode", "serve", "vcard"].map((name) => [name, "-h"]),
  ]) {
    const { code, out } = await isoqr(words);
    expect(code).toBe(0);
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
  }
  expect((await isoqr(["help", "batch"])).out).toBe((await isoqr(["batch", "--help"])).out);
});

test("prints a short help and exits with 2 without arguments; --version prints the package's version", async () => {
  const begin = await isoqr([]);
  expect(begin).toMatchObject({ code: 2, out: "" });
  expect(begin.stderr).toContain("isoqr --help");
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect((await isoqr(["--version"])).out).toBe(`${version}\n`);
  expect((await isoqr(["-v"])).out).toBe(`${version}\n`);
  expect((await isoqr(["hi", "--version", "5", "--format", "json"])).out).toContain('"size":37');
});

test("serve --version prints the version", async () => {
  expect(await isoqr(["serve", "--version"])).toMatchObject({ code: 0, out: (await isoqr(["--version"])).out });
});

test("serve reports an invalid setting as a usage error", async () => {
  expect(await isoqr(["serve", "--port", "http"])).toMatchObject({
    code: 2,
    stderr: 'isoqr: --port must be an integer from 0 to 65535, not "http"\n',
  });
});

test("accepts colours with # or three digits, and a transparent background", async () => {
  const svg = async (...words: readonly string[]) => (await isoqr(["x", "--format", "svg", ...words])).out;
  expect(await svg("--color", "#1A2b3c", "--bg=#ffd")).toBe(toSvg("x", { color: "1a2b3c", bg: "ffffdd" }));
  expect(await svg("--bg", "transparent")).toBe(toSvg("x", { bg: "transparent" }));
  const { code, stderr } = await isoqr(["x", "--format", "svg", "--bg", "red"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `isoqr: ${ruleText(freeColorOrTransparent, "--bg")}\n`,
  });
  const { out } = await isoqr(["inspect", "x", "--color", "#123", "--bg", "blue"]);
  expect(out).toContain(`error: ${ruleText(freeColorOrTransparent, "--bg")}`);
});

test("inspect says on which pages a code without a background scans", async () => {
  const { code, out } = await isoqr(["inspect", "https://example.com", "--bg", "transparent"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^This code scans very well\.\n/);
  expect(out).toContain("\n  pages       from #ffffff to #777777\n");
  expect(out).toMatch(
    /\nwarning: --bg is transparent, so the code scans reliably only on pages from white down to #777777/,
  );
});

test("in a terminal, a code on a transparent background has no colour sequences", async () => {
  const { out } = await isoqr(["x", "--bg", "transparent"], { columns: 80 });
  expect(out).toMatch(/^[ ▀▄█\n]+$/);
});

test("the help of each kind begins with the article that the word needs", async () => {
  const articles = await Promise.all(
    kinds.map(async ({ name }) => /^An? [\w-]+/m.exec((await isoqr([name, "--help"])).out)?.[0]),
  );
  expect(articles.filter((words) => words?.startsWith("An"))).toEqual(["An event", "An email"]);
  expect(articles).toContain("A one-time");
});
