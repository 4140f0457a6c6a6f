import { expect, test } from "vitest";
import { formatNames, formats } from "../../src/options/formats.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { freeTable } from "../../src/options/table.ts";
import { printDesigns } from "../../src/print/designs.ts";
import { atMost } from "../../src/render/at-most.ts";
import { designs, scannedOptions } from "../../src/render/formats.ts";
import { artBox, paintPicture } from "../../src/render/pictures.ts";
import { planPicture } from "../../src/render/plan-picture.ts";

const data = "https://example.com";

test.each(formatNames)("%s has the content type and the body that its row in the table declares", (format) => {
  const { contentType, body } = paintPicture(planPicture(checkOptions({ data, format })), {}, printDesigns);
  expect(contentType).toBe(formats[format].contentType);
  expect(typeof body === "string").toBe(formats[format].body !== "bytes");
  if (formats[format].body === "json") expect(() => JSON.parse(String(body))).not.toThrow();
});

test.each(formatNames)("%s shows a logo if it is an image, and ignores it otherwise", (format) => {
  const options = { ...checkOptions({ data, format }), ec: "H" } as const;
  const plan = planPicture(options, 1, designs);
  const { width, height } = artBox(plan) ?? { width: 1, height: 1 };
  const pixels = { width, height, data: new Uint8Array(width * height * 4).fill(255) };
  const [plain, withLogo] = [
    paintPicture(planPicture(options, undefined, designs), {}, printDesigns),
    paintPicture(plan, { pixels }, printDesigns),
  ];
  expect(withLogo.contentType).toBe(plain.contentType);
  expect(Buffer.from(withLogo.body).equals(Buffer.from(plain.body))).toBe(!formats[format].image);
});

test("a picture is scanned at the largest size of the HTTP API at most, with a logo in the same proportions", () => {
  const options = checkOptions({ data, size: 8192, logoMargin: 20 }, freeTable);
  expect(scannedOptions(options)).toEqual({ ...options, size: 2048, logoMargin: 5 });
  expect(atMost(options, 8192)).toBe(options);
});

test.each(formatNames)("%s is validated with a picture that decoders can read", (format) => {
  const scanned = scannedOptions(checkOptions({ data, format, dotStyle: "dots" }));
  expect(["png", "svg"]).toContain(scanned.format);
  expect(scannedOptions(scanned)).toEqual(scanned);
  expect(scanned).toMatchObject({ data, margin: 4, size: 256 });
});
