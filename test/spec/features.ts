import { expect } from "vitest";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { decoders } from "../decoders/decoders.ts";
import { colourAt } from "../decoders/pixels.ts";
import type { PngImage } from "../decoders/png-reader.ts";
import { ruleText } from "../rule-text.ts";
import {
  app,
  batch,
  bytesOf,
  data,
  get,
  logoData,
  logoUrl,
  matrix,
  png,
  post,
  type Row,
  refused,
  report,
  svg,
  taken,
  type Words,
} from "./asking.ts";

export const whatItDoes: readonly Row[] = [
  ["renders a code in one GET", async () => expect((await get("/api/qr", { data })).status).toBe(200)],
  ["renders a code in one POST", async () => expect((await post("/api/qr", { data })).status).toBe(200)],
  ["encodes a URL", () => readBack(data)],
  ["encodes plain text", () => readBack("Grüße aus Köln, 3 €")],
  ["encodes a WiFi configuration", () => readBack("WIFI:T:WPA;S:Guests;P:a+b&c;;")],
  ["encodes a contact card", () => readBack("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n")],
  [
    "needs no key for any endpoint",
    async () => {
      const paths = ["/api/qr", "/api/qr/validate", "/api/qr/inspect", "/api/i", "/api/og"];
      const answers = [...paths.map((path) => get(path, { data })), post("/api/qr/batch", { items: [{ data }] })];
      for (const { status, headers } of await Promise.all(answers))
        expect([status, headers.get("WWW-Authenticate")]).toEqual([200, null]);
    },
  ],
  [
    "a GET returns the image itself, which pages of all sites can show",
    async () => {
      for (const format of ["png", "svg"]) {
        const { headers } = await get("/api/qr", { data, format });
        expect(headers.get("Content-Type")).toMatch(/^image\//);
        expect(headers.get("Content-Disposition")).toBeNull();
        expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
      }
    },
  ],
  [
    "can be called from every page",
    async () => {
      for (const path of ["/api/qr", "/api/qr/batch", "/api/qr/validate", "/api/qr/inspect", "/api/i", "/api/og"]) {
        const headers = { Origin: "https://page.example", "Access-Control-Request-Method": "POST" };
        const preflight = await app(new Request(`http://isoqr.test${path}`, { method: "OPTIONS", headers }));
        expect([preflight.status, preflight.headers.get("Access-Control-Allow-Origin")], path).toEqual([204, "*"]);
        expect((await get(path)).headers.get("Access-Control-Allow-Origin"), path).toBe("*");
      }
    },
  ],
  [
    "returns the same response to the same request",
    async () => {
      const [one, two] = [await get("/api/qr", { data }), await get("/api/qr", { data })];
      expect(one.headers.get("ETag")).toBe(two.headers.get("ETag"));
      expect(await bytesOf(one)).toEqual(await bytesOf(two));
    },
  ],
];

export const options: readonly Row[] = [
  [ruleText(fieldRequired, "data"), () => refused(400, "data", { data: undefined }, { data: "" })],
  ["format is png by default", async () => expect(await png({})).toEqual(await png({ format: "png" }))],
  [
    "format accepts png, svg, json and txt",
    () => taken(...["png", "svg", "json", "txt"].map((format) => ({ format }))),
  ],
  ["size is 256 by default", async () => expect((await png({})).width).toBe(256)],
  [
    "size sets the exact size of a PNG",
    async () => {
      for (const size of [32, 257, 2048]) expect(await png({ size })).toMatchObject({ width: size, height: size });
    },
  ],
  ["size sets the viewBox of SVG", async () => expect(await svg({ size: 333 })).toContain('viewBox="0 0 333 333"')],
  ["color is 000000 by default", async () => expect(await png({})).toEqual(await png({ color: "000000" }))],
  [
    "color paints the foreground",
    async () => expect(colourAt(await png({ color: "aa1122", margin: 0 }), 12, 12)).toBe("aa1122"),
  ],
  ["bg is ffffff by default", async () => expect(await png({})).toEqual(await png({ bg: "ffffff" }))],
  ["bg paints the background", async () => expect(colourAt(await png({ bg: "ffeedd" }), 0, 0)).toBe("ffeedd")],
  ["ec is M by default", async () => expect((await report({})).options.ec).toBe("M")],
  [
    "ec accepts L, M, Q and H",
    async () => {
      for (const ec of ["L", "M", "Q", "H"]) expect((await report({ ec })).qr.ec).toBe(ec);
    },
  ],
  ["margin is 4 by default", async () => expect((await report({})).options.margin).toBe(4)],
  [
    "margin is the quiet zone in modules",
    async () => {
      const { size } = await matrix({});
      const image = await png({ margin: 3, size: (size + 6) * 5 });
      expect([colourAt(image, 14, 14), colourAt(image, 15, 15)]).toEqual(["ffffff", "000000"]);
    },
  ],
  [
    "logo is drawn at the centre of PNG",
    async () => expect(await png({ logo: logoUrl })).not.toEqual(await png({ ec: "H" })),
  ],
  ["logo is drawn at the centre of SVG", async () => expect(await svg({ logo: logoUrl })).toContain("<image ")],
  ["logo raises ec to H", async () => expect((await report({ logo: logoUrl })).qr.ec).toBe("H")],
  [
    "logo does not change an explicit ec",
    async () => expect((await report({ logo: logoUrl, ec: "Q" })).qr.ec).toBe("Q"),
  ],
  ["logoData accepts a data URI", () => taken({ logoData: `data:image/png;base64,${logoData}` })],
  ["logoData accepts raw base64", () => taken({ logoData })],
  ["logoData is rejected in a GET", async () => expect((await get("/api/qr", { data, logoData })).status).toBe(400)],
  [
    "logoData wins over logo, which is not fetched",
    () => taken({ logoData, logo: "https://logo.example/missing.png" }),
  ],
  [
    "logoMime is image/png by default",
    async () => expect((await report({ logoData })).options.logoMime).toBe("image/png"),
  ],
  [
    "logoMime accepts the types of PNG, JPEG, WebP and SVG",
    async () => {
      await taken(
        ...["image/png", "image/jpeg", "image/webp", "image/svg+xml"].map((logoMime) => ({ logoData, logoMime })),
      );
      await refused(400, "logoMime", { logoData, logoMime: "image/gif" });
    },
  ],
  [
    "logoMime is ignored for a data URI",
    () => taken({ logoData: `data:image/png;base64,${logoData}`, logoMime: "image/gif" }),
  ],
  ["logoSize is 0.25 by default", async () => expect((await report({ logoData })).options.logoSize).toBe(0.25)],
  [
    "logoSize is the share of the code's width and height that the logo covers, to a module",
    async () => {
      const { size } = await matrix({ ec: "H" });
      for (const logoSize of [0.1, 0.25, 0.4]) {
        const { width, height } = await logoBox({ logoSize });
        const code = (370 * size) / (size + 8);
        for (const side of [width, height]) expect(Math.abs(side / code - logoSize)).toBeLessThan(1 / size);
      }
    },
  ],
  [
    "logoMargin is the padding around the logo in pixels",
    async () => {
      const { x, y, width, height } = await logoBox({ logoMargin: 20 });
      const isClear = (image: PngImage) => {
        for (let row = Math.ceil(y - 20); row < y + height + 20; row++)
          for (let at = Math.ceil(x - 20); at < x + width + 20; at++) {
            const isInside = at > x - 1 && at < x + width && row > y - 1 && row < y + height;
            if (!isInside && colourAt(image, at, row) !== "ffffff") return false;
          }
        return true;
      };
      expect(isClear(await png({ ...withLogo, logoMargin: 20 }))).toBe(true);
      expect(isClear(await png({ ...withLogo, logoMargin: 0 }))).toBe(false);
    },
  ],
  ["logoMargin is 0 by default", async () => expect((await report({ logoData })).options.logoMargin).toBe(0)],
  [
    "dotStyle accepts rounded, even in a batch",
    async () => {
      const { results } = await batch({ options: { dotStyle: "rounded", format: "svg" }, items: [{ data }] });
      expect(results[0].output).toBe(await svg({ dotStyle: "rounded" }));
      expect(results[0].output).not.toBe(await svg({}));
    },
  ],
];

export const matrices: readonly Row[] = [
  [
    "modules contains rows of 1 and 0, and size is the number of rows",
    async () => {
      const { modules, size } = await matrix({});
      expect(modules.length).toBe(size);
      expect(new Set(modules.flat())).toEqual(new Set([0, 1]));
      expect(modules[0].slice(0, 7)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    },
  ],
  [
    "a matrix ignores logo options and fetches nothing",
    async () =>
      expect(await matrix({ logo: "https://logo.example/missing.png", logoSize: 9 })).toEqual(await matrix({})),
  ],
];

const withLogo = { logo: logoUrl, size: 370, ec: "H" };

/** Resolves to the place of the logo in an SVG of 370 pixels. */
async function logoBox(input: Words) {
  const box = /<image [^>]*?x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/;
  const [x = 0, y = 0, width = 0, height = 0] = (box.exec(await svg({ ...withLogo, ...input })) ?? [])
    .slice(1)
    .map(Number);
  return { x, y, width, height };
}

async function readBack(text: string): Promise<void> {
  const pixels = await png({ data: text });
  for (const { name, read } of decoders) expect(await read(pixels), name).toBe(text);
}
