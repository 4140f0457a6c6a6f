import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { design } from "../../src/index.ts";
import { didYouMean } from "../../src/messages/developer-rules.ts";
import { excludes, lengthRange } from "../../src/messages/option-rules.ts";
import { toEps, toPdf } from "../../src/runtime/print.ts";
import { generate } from "../../src/service/generate.ts";
import { heavy } from "../service/reports.ts";

const data = "https://example.com/print";
const logo = (name: string) => readFileSync(new URL(`../logo/${name}`, import.meta.url));
const served = async (options: object) => (await generate({ data, ...options }, { heavy })).body;

test.each([
  {},
  { width: "40mm", dotStyle: "rounded", color: "1a5fb4" },
  { size: 400, title: "A title" },
  { moduleSize: 8 },
] as const)("toPdf and toEps draw %j like the service", async (options) => {
  expect(toPdf(data, options)).toEqual(await served({ ...options, format: "pdf" }));
  expect(toEps(data, options)).toBe(await served({ ...options, format: "eps" }));
});

test("draws designs", async () => {
  const look = { eyeStyle: "leaf", gradient: "linear,45,1a5fb4,813d9c", frame: "ticket" } as const;
  const given = { ...design(look), width: "40mm" };
  expect(toPdf(data, given)).toEqual(await served({ ...look, width: "40mm", format: "pdf" }));
});

test("draws PNG and JPEG logos, and rejects others", () => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  expect(text(toPdf(data, { logo: logo("still.png") }))).toContain("/Subtype/Image");
  expect(text(toPdf(data, { logo: logo("baseline.jpg") }))).toContain("/DCTDecode");
  expect(toEps(data, { logo: logo("baseline.jpg") })).toContain("/DCTDecode filter");
  const error = { code: "NOT_SUPPORTED", field: "logo" };
  expect(() => toPdf(data, { logo: logo("lossy.webp") })).toThrow(expect.objectContaining(error));
});

test.each([
  [{ width: "40" }, lengthRange],
  [{ width: "40mm", size: 300 }, excludes],
  [{ colour: "123456" }, didYouMean],
])("rejects %j", (options, rule) => {
  expect(() => toPdf(data, options as object)).toThrow(expect.objectContaining({ rule }));
});
