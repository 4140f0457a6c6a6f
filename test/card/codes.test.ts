import { describe, expect, test } from "vitest";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { drawCard } from "./tools.ts";

/** Tests that decoders by three other authors read the QR code on every card. */

const data = "https://example.com/launch?from=card";

async function expectRead(job: Parameters<typeof drawCard>[0]): Promise<void> {
  const pixels = readPng(await drawCard(job));
  expect([pixels.width, pixels.height]).toEqual([1200, 630]);
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(job.data);
}

describe("decoders read the code", () => {
  test.each(["000000", "ffffff", "808080", "ffff00", "0000ff", "00ff00", "ff0000", "777777", "fde68a", "1d4ed8"])(
    "decoders read the code with the accent colour %s",
    (color) => expectRead({ title: "Launch day", data, color }),
  );

  test.each(["", "مرحبا بكم", "M".repeat(200), `a${"\u0301".repeat(199)}`, "🇨🇭👨‍👩‍👧‍👦 ".repeat(12)])(
    "decoders read the code next to the title %j",
    (title) => expectRead({ title, data, color: "0f766e" }),
  );

  test.each([1, 60, 300, 800, 2000, 2331, 2953])("decoders read a code with %i bytes", (length) =>
    expectRead({ title: "Length", data: "a".repeat(length), color: "7c2d12" }),
  );
});

test("rejects data that no code can hold", async () => {
  const refused = drawCard({ title: "Too long", data: "a".repeat(2954), color: "000000" });
  await expect(refused).rejects.toMatchObject({ code: "DATA_TOO_LONG" });
});
