import { describe, expect, test } from "vitest";
import { readLogoHeader } from "../../src/logo/header.ts";
import { design, draw, toDataUrl, toPng, toSvg } from "../../src/runtime/library.ts";
import { createService } from "../../src/service/service.ts";
import { drawCaption } from "../card/tools.ts";
import { failure } from "../contract/api.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavyOf } from "../heavy.ts";
import { drawLogo, QUARTERS, svgBytes } from "../logo/logos.ts";
import { threadPool } from "../workers/pools.ts";

const data = "https://example.com/captions";
const pool = threadPool({ size: 1 });
const service = createService({
  heavy: heavyOf({ drawCaption, drawLogo, readLogo: async (bytes) => readLogoHeader(bytes) }),
});

const looks = {
  latin: { caption: "Scan me" },
  "right-to-left": { frame: "ticket", caption: "امسح الرمز", gradient: "linear,45,1a5fb4,813d9c" },
  japanese: { frame: "banner-top", caption: "スキャンしてください", frameColor: "a51d2d" },
  emoji: { frame: "rounded", caption: "📷 Scan", bg: "fdf6e3", eyeStyle: "circle" },
} as const;
const formats = ["png", "svg"] as const;
const cases = Object.keys(looks).flatMap((name) =>
  formats.map((format) => [name as keyof typeof looks, format] as const),
);

describe("captions in the library and the pool", () => {
  test.each(cases)("returns the bytes of the service: %s as %s", async (name, format) => {
    const look = looks[name];
    const { body } = await service.generate({ data, format, ...look });
    expect(await draw(data, { ...look, format })).toEqual(body);
    expect(await draw(data, { ...design({ ...look }), format })).toEqual(body);
    expect(format === "svg" ? await pool.toSvg(data, look) : await pool.toPng(data, look)).toEqual(body);
  });

  test.each(formats)("draws a caption and a logo as %s", async (format) => {
    const look = { caption: "Scan me", logoShape: "circle" } as const;
    const logoData = Buffer.from(QUARTERS).toString("base64");
    const { body } = await service.generate({ data, format, logoData, ...look });
    const drawn = await draw(data, { ...look, logo: svgBytes(QUARTERS), format });
    // draw also embeds SVGs that do not meet the rules of toSvg, and then states their encoding.
    expect(typeof drawn === "string" ? drawn.replace("charset=utf-8;", "") : drawn).toEqual(body);
    const options = { ...look, logoData };
    expect(format === "svg" ? await pool.toSvg(data, options) : await pool.toPng(data, options)).toEqual(body);
  });

  test("decoders read a picture with a caption", async () => {
    const picture = readPng((await draw(data, { caption: "Scan me", frame: "plain" })) as Uint8Array);
    for (const decoder of decoders) expect(await decoder.read(picture), decoder.name).toBe(data);
  });

  test("a caption implies a frame, and frame=none ignores it", async () => {
    expect(await draw(data, { caption: "Scan" })).toEqual(
      await draw(data, { caption: "Scan", frame: "banner-bottom" }),
    );
    expect(await draw(data, { caption: "Scan", frame: "none" })).toEqual(toPng(data));
    expect(toPng(data, design({ caption: "Scan", frame: "none" }))).toEqual(toPng(data));
  });

  test("a batch reports a caption that is too long, and draws the others", async () => {
    const items = [{ data, caption: "Scan me" }, { data, caption: "W".repeat(60) }, { data }];
    const seen: string[] = [];
    for await (const entry of pool.batch(items)) {
      seen[entry.index] = "error" in entry ? entry.error.message : entry.picture.contentType;
    }
    expect(seen).toEqual(["image/png", expect.stringContaining("caption is too long to be readable"), "image/png"]);
  });

  test("the pool's report checks the caption", async () => {
    const { valid, issues } = await pool.inspect({ data, caption: "W".repeat(60) });
    expect([valid, issues.map(({ field }) => field)]).toEqual([false, ["caption"]]);
  });
});

test("draw rejects captions that are invalid or too long", async () => {
  expect((await failure(draw(data, { caption: "a\nb" })))?.field).toBe("caption");
  expect((await failure(draw(data, { caption: "W".repeat(60) })))?.message).toContain("shorten it to about");
});

test("functions that do not wait for fonts name the one that does", () => {
  const options = design({ caption: "Scan me" });
  for (const run of [toPng, toSvg, toDataUrl]) {
    expect(() => run(data, options)).toThrow("caption needs draw()");
  }
});
