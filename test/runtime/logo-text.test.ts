import { describe, expect, test } from "vitest";
import { createCardWork } from "../../src/card/card.ts";
import { packageMissing } from "../../src/errors.ts";
import { createApp } from "../../src/http/app.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { draw } from "../../src/runtime/library.ts";
import { createService } from "../../src/service/service.ts";
import { assets, outlineLogo } from "../card/tools.ts";
import { failure } from "../contract/api.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { heavyOf } from "../heavy.ts";
import { drawLogo, svgBytes } from "../logo/logos.ts";
import { threadPool } from "../workers/pools.ts";

const data = "https://example.com/text";
const pool = threadPool({ size: 1 });
const readLogo = async (bytes: Uint8Array) => readLogoHeader(bytes);
const service = createService({ heavy: heavyOf({ drawLogo, readLogo, outlineLogo }) });
const withoutFonts = createService({ heavy: heavyOf({ drawLogo, readLogo }) });

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><style>.a{font:700 20px sans-serif;fill:#a51d2d}</style><rect width="80" height="40" rx="6" fill="#fdf6e3"/><text class="a" x="50%" y="27" text-anchor="middle">Café</text></svg>`;
const logoData = `data:image/svg+xml;base64,${Buffer.from(LOGO).toString("base64")}`;

describe("logos with text", () => {
  test.each(["png", "svg"] as const)(
    "the library, the pool and the service return the same bytes: %s",
    async (format) => {
      const { body } = await service.generate({ data, format, logoData });
      expect(await draw(data, { logo: svgBytes(LOGO), format })).toEqual(body);
      expect(format === "svg" ? await pool.toSvg(data, { logoData }) : await pool.toPng(data, { logoData })).toEqual(
        body,
      );
    },
  );

  test("POST /api/qr embeds outlines in SVGs, and decoders read PNGs", async () => {
    const app = createApp(service);
    const ask = async (format: string) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ data, format, logoData });
      const response = await app(new Request("http://isoqr.test/api/qr", { method: "POST", headers, body }));
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const svg = new TextDecoder().decode(await ask("svg"));
    const [, base64 = ""] = /href="data:image\/svg\+xml;base64,([^"]+)/.exec(svg) ?? [];
    const embedded = Buffer.from(base64, "base64").toString();
    expect(embedded).toContain("<path");
    expect(embedded).not.toContain("<text");
    const picture = readPng(await ask("png"));
    for (const decoder of decoders) expect(await decoder.read(picture), decoder.name).toBe(data);
  });

  test("a report describes the file, not its outlines", async () => {
    const { options } = await service.inspect({ data, logoData });
    expect(options.logoData).toMatchObject({ size: svgBytes(LOGO).length });
  });

  test("a host without fonts rejects them", async () => {
    const error = await failure(withoutFonts.generate({ data, logoData }));
    expect([error?.code, error?.field]).toEqual(["LOGO_INVALID", "logoData"]);
    expect(error?.message).toContain("convert the text to paths");
  });

  test("a missing package is named", async () => {
    const harfbuzz = () => Promise.reject(packageMissing("harfbuzzjs"));
    const rasterize = () => Promise.reject(new Error("not needed"));
    const work = createCardWork({ harfbuzz, assets, rasterize });
    const missing = createService({ heavy: heavyOf({ drawLogo, readLogo, outlineLogo: work.outlineLogo }) });
    const error = await failure(missing.generate({ data, logoData }));
    expect(error).toMatchObject({ code: "NOT_SUPPORTED", message: expect.stringContaining("npm install harfbuzzjs") });
  });

  test("an unsupported feature is named", async () => {
    const underlined = LOGO.replace("fill:#a51d2d", "text-decoration:underline");
    const error = await failure(draw(data, { logo: svgBytes(underlined) }));
    expect(error?.message).toContain("whose text uses text-decoration");
  });
});
