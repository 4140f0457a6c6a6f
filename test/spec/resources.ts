import { expect } from "vitest";
import {
  batch,
  bytesOf,
  data,
  get,
  link,
  logoData,
  logoUrl,
  post,
  type Row,
  report,
  svg,
  type Words,
} from "./asking.ts";

export const links: readonly Row[] = [
  ["the same data gets the same id", async () => expect((await link({ data })).id).toBe((await link({ data })).id)],
  [
    "the response contains the URLs of the page, the PNG and the SVG",
    async () => {
      const { id, url, image, svg: drawn } = await link({ data });
      expect([url, image, drawn]).toEqual(["", ".png", ".svg"].map((end) => `http://isoqr.test/i/${id}${end}`));
    },
  ],
  [
    "only the first response has a token",
    async () =>
      expect(["token" in (await link({ data: "new" })), "token" in (await link({ data: "new" }))]).toEqual([
        true,
        false,
      ]),
  ],
  [
    "GET also creates links",
    async () => expect((await (await get("/api/i", { data })).json()).id).toBe((await link({ data })).id),
  ],
  [
    "the URLs return the page and the images of the stored text",
    async () => {
      const { id } = await link({ data });
      expect((await get(`/i/${id}`)).headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(await bytesOf(await get(`/i/${id}.png`))).toEqual(await bytesOf(await get("/api/qr", { data })));
      expect(await (await get(`/i/${id}.svg`)).text()).toBe(await svg({}));
    },
  ],
];

export const batches: readonly Row[] = [
  [
    "options are shared, and items override them",
    async () => {
      const { count, results } = await batch({
        options: { size: 64, logo: logoUrl },
        items: [{ data }, { data, format: "json" }, { data, logoData, logoSize: 0.2 }],
      });
      expect(count).toBe(3);
      expect(results.map(({ format }: { format: string }) => format)).toEqual(["png", "json", "png"]);
    },
  ],
  [
    "an item overrides format, size, color, ec, margin, logo, logoSize and logoData",
    async () => {
      const shared = { size: 64, format: "svg", color: "112233", ec: "L", margin: 0, logoData, logoSize: 0.1 };
      const own = { size: 300, format: "svg", color: "445566", ec: "H", margin: 9, logo: logoUrl, logoSize: 0.3 };
      const { results } = await batch({ options: shared, items: [{ data, ...own }] });
      expect(results[0].output).toBe(await svg(own));
    },
  ],
  ["options are optional", async () => expect((await batch({ items: [{ data }] })).count).toBe(1)],
  [
    "accepts at most 50 items",
    async () => {
      expect((await batch({ items: Array(50).fill({ data, format: "svg" }) })).results).toHaveLength(50);
      expect((await post("/api/qr/batch", { items: Array(51).fill({ data }) })).status).toBe(400);
    },
  ],
];

const issuesOf = async (input: Words) => (await report(input)).issues.map(({ code }: { code: string }) => code);
export const reports: readonly Row[] = [
  [
    "contains the normalized options",
    async () =>
      expect((await report({ ec: "h", color: "ABCDEF" })).options).toMatchObject({
        ec: "H",
        color: "abcdef",
        size: 256,
      }),
  ],
  [
    "contains the version and other metadata of the symbol",
    async () => expect((await report({})).qr).toMatchObject({ version: 3, size: 29 }),
  ],
  ["contains the contrast ratio", async () => expect((await report({})).contrast.ratio).toBe(21)],
  ["reports low contrast", async () => expect(await issuesOf({ color: "dddddd" })).toContain("low_contrast")],
  [
    "reports an oversized logo",
    async () => expect(await issuesOf({ logoData, logoSize: 0.4, ec: "L" })).toContain("logo_too_large"),
  ],
  ["reports a missing quiet zone", async () => expect(await issuesOf({ margin: 0 })).toContain("quiet_zone_missing")],
  [
    "reports an unreachable logo",
    async () => expect(await issuesOf({ logo: "https://logo.example/missing.png" })).toContain("logo_unreachable"),
  ],
  ["contains valid and issues", async () => expect(await report({})).toMatchObject({ valid: true, issues: [] })],
  [
    "reports problems instead of rejecting the request",
    async () => expect(await report({ data: undefined, size: 1 })).toMatchObject({ valid: false, qr: null }),
  ],
  [
    "GET and POST return the same report for validate and inspect",
    async () => {
      const expected = await report({});
      for (const path of ["/api/qr/validate", "/api/qr/inspect"]) {
        expect(await (await get(path, { data })).json()).toEqual(expected);
        expect(await (await post(path, { data })).json()).toEqual(expected);
      }
    },
  ],
];
