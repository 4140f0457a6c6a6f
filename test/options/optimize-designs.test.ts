import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderToString } from "../../src/element/element.ts";
import { createApp } from "../../src/http/app.ts";
import { createService, inspect } from "../../src/service/service.ts";
import { isoqr, newFolder } from "../cli/fake-terminal.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { logoFile } from "../logo/logos.ts";
import { heavy } from "../service/reports.ts";
import { threadPool } from "../workers/pools.ts";

/** Draws codes with optimize=scan, a frame, gradients and a logo on every interface. */

const data = "HTTPS://EXAMPLE.COM";
const look = {
  frame: "rounded",
  gradient: "linear,45,1a5fb4,613583",
  bgGradient: "radial,ffffff,f6f5f4",
  eyeStyle: "rounded",
  logoShape: "circle",
  logoSize: 0.18,
  caption: "Scan me",
} as const;
const size = 420;
const logoData = Buffer.from(logoFile("still.png")).toString("base64");
const input = { data, size, logoData, optimize: "scan", ...look } as const;
const settled = { data, size, logoData, ec: "H", ...look };
const formats = ["png", "svg"] as const;

const service = createService({ heavy });
const app = createApp(service);
const pool = threadPool({ size: 1 });

async function pictureOf(body: Uint8Array<ArrayBuffer> | string): Promise<Pixels> {
  return typeof body === "string" ? rasterize(body) : readPng(body);
}

async function expectRead(body: Uint8Array<ArrayBuffer> | string): Promise<void> {
  const picture = await pictureOf(body);
  for (const decoder of decoders) expect(await decoder.read(picture), decoder.name).toBe(data);
}

describe.each(formats)("a framed %s with gradients, a logo and optimize=scan", (format) => {
  const draws = {
    async http() {
      const response = await app(
        new Request("http://isoqr.test/api/qr", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...input, format }),
        }),
      );
      expect(response.status).toBe(200);
      return format === "svg" ? response.text() : new Uint8Array(await response.arrayBuffer());
    },
    async pool() {
      const { data: _, ...options } = input;
      return format === "svg" ? pool.toSvg(data, options) : pool.toPng(data, options);
    },
    async "command line"() {
      const folder = newFolder();
      const file = join(folder, `code.${format}`);
      const { data: _, logoData: __, ...flags } = input;
      const args = Object.entries(flags).flatMap(([name, value]) => [
        `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`,
        String(value),
      ]);
      const logo = join(import.meta.dirname, "../logo/still.png");
      expect(await isoqr([data, ...args, "--logo", logo, "-o", file])).toMatchObject({ code: 0 });
      return format === "svg" ? readFileSync(file, "utf8") : Uint8Array.from(readFileSync(file));
    },
  };

  test("is the picture with ec=H, which all decoders read", async () => {
    const { body } = await service.generate({ ...settled, format });
    await expectRead(body as Uint8Array<ArrayBuffer> | string);
    for (const [name, run] of Object.entries(draws)) expect(await run(), name).toEqual(body);
  });
});

test.each(["rounded", "ticket"])("the report of a code in the frame %s describes its picture", async (frame) => {
  const report = await inspect({ ...input, frame }, { heavy });
  expect(report).toMatchObject({
    options: { optimize: "scan" },
    qr: { version: 2 },
    scan: { passed: true },
    issues: [{ code: "risky_shape", field: "eyeStyle" }],
  });
});

test("the element shows the picture", () => {
  const { caption: _, logoShape: __, logoSize: ___, ...own } = look;
  const pathOf = (markup: string) => / d="([^"]{300,})"/.exec(markup)?.[1];
  const markup = renderToString({ data, optimize: "scan", size, ...own });
  const same = renderToString({ data, ec: "H", size, ...own });
  expect(pathOf(markup)).toBeDefined();
  expect(pathOf(markup)).toBe(pathOf(same));
});
