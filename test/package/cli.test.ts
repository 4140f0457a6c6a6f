import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

test("npx isoqr draws without other packages, and names a missing one", () => {
  const { run, folder } = createProject({});
  const isoqr = (...words: string[]) => run("npx", "--no", "--", "isoqr", ...words);
  isoqr("https://example.com", "-o", "qr.png");
  expect(existsSync(join(folder, "qr.png"))).toBe(true);
  expect(isoqr("wifi", "--help")).toContain("--ssid");
  expect(() => isoqr("decode", "qr.png")).toThrow("not installed: run npm install zxing-wasm");
  expect(isoqr("inspect", "x")).toContain("no decoder is installed: run npm install zxing-wasm @undecaf/zbar-wasm");
});

test("npx isoqr draws batches and decodes images once zxing-wasm is installed", () => {
  const { run } = createProject({ "list.csv": "data,file\nhello,a\n" }, ["zxing-wasm"]);
  run("npx", "--no", "--", "isoqr", "batch", "list.csv", "-o", "codes");
  expect(run("npx", "--no", "--", "isoqr", "decode", "codes/a.png")).toBe("hello\n");
  expect(run("npx", "--no", "--", "isoqr", "inspect", "x")).toMatch(
    /zxing-wasm [\d.]+ reads the image\n *zbar-wasm: not installed: run npm install @undecaf\/zbar-wasm\n/,
  );
});
