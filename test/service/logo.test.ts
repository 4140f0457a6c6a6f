import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { logoDamaged, logosUnsupported, logoUnknownFormat } from "../../src/messages/logo-rules.ts";
import { createService, type ServiceParts } from "../../src/service/service.ts";
import { collectGarbage } from "../collect-garbage.ts";
import { decoders } from "../decoders/decoders.ts";
import { colourAt } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { withJobs } from "../heavy.ts";
import { errorOf } from "../http/ask.ts";
import { heavy, logoFile, plainPng, QUARTERS, svgBytes } from "../logo/logos.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";

const data = "https://example.com/with/a/logo?and=a&query=string";

function asker(parts: ServiceParts) {
  const app = createApp(createService(parts));
  return (input: object) =>
    app(
      new Request("http://isoqr.test/api/qr", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ data, ...input }),
      }),
    );
}

const ask = asker({ heavy });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const pictureOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return readPng(new Uint8Array(await answer.arrayBuffer()));
};

async function expectRead(pixels: Parameters<(typeof decoders)[number]["read"]>[0]): Promise<void> {
  for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
}

const files = [
  ["still.png", "image/png"],
  ["baseline.jpg", "image/jpeg"],
  ["progressive.jpg", "image/jpeg"],
  ["lossy.webp", "image/webp"],
  ["animated.webp", "image/webp"],
  ["svg", "image/svg+xml"],
] as const;
const bytesOf = (name: string) => (name === "svg" ? svgBytes(QUARTERS) : logoFile(name));

describe("logoData", () => {
  test.each(files)("%s in a PNG is centred, keeps its colours, and scans", async (name, mime) => {
    const picture = await pictureOf(await ask({ logoData: `data:${mime};base64,${base64(bytesOf(name))}`, size: 300 }));
    expect([picture.width, picture.height]).toEqual([300, 300]);
    const near = (x: number, y: number) => colourAt(picture, x, y);
    expect([near(140, 142), near(160, 142), near(140, 158), near(160, 158)]).toEqual([
      expect.stringMatching(/^[cde].[0-3].[0-3].$/),
      expect.stringMatching(/^[0-3].[89ab].[3-5].$/),
      expect.stringMatching(/^[0-3].[3-5].[cde].$/),
      expect.stringMatching(/^[ef].[bcd].[0-3].$/),
    ]);
    await expectRead(picture);
  });

  test.each(files)("%s in an SVG is embedded, and scans", async (name, mime) => {
    const answer = await ask({ logoData: base64(bytesOf(name)), logoMime: mime, format: "svg", size: 300 });
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const svg = await answer.text();
    expect(svg.match(/<image /g)).toHaveLength(1);
    const [, type, file] = /<image [^>]*href="data:image\/([\w+]+);base64,([\w+/=]+)"\/><\/svg>$/.exec(svg) ?? [];
    expect(type).toBe(name === "svg" ? "svg+xml" : "png");
    if (name === "svg") expect(file).toBe(base64(bytesOf(name)));
    await expectRead(await rasterize(svg, 2));
  });

  test("accepts a data URI, base64, base64url with white space, and an incorrect type", async () => {
    const text = base64(logoFile("lossy.webp"));
    const odd = text.replaceAll("+", "-").replaceAll("/", "_").replace(/.{60}/g, "$&\n ");
    const bodies = [
      { logoData: `data:image/webp;base64,${text}` },
      { logoData: text, logoMime: "image/webp" },
      { logoData: odd },
      { logoData: `data:text/plain;charset=utf-8;base64,${text}` },
      { logoData: text, logoMime: "image/svg+xml" },
    ];
    const tags = await Promise.all(bodies.map(async (body) => (await ask(body)).headers.get("ETag")));
    expect(new Set(tags).size).toBe(1);
    expect(tags[0]).toMatch(/^"/);
  });

  test("whole modules are left out around the logo, within logoMargin pixels", async () => {
    const dot = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="1" fill="red"/></svg>`;
    const input = { logoData: base64(svgBytes(dot)), size: 330, margin: 0, version: 4, color: "112233", bg: "eeffee" };
    for (const logoMargin of [0, 12]) {
      const picture = await pictureOf(await ask({ ...input, logoSize: 0.2, logoMargin }));
      const half = 33 + logoMargin;
      for (let y = 165 - half; y < 165 + half; y++) {
        for (const x of [165 - half, 165 - half + 1, 165 + half - 1]) expect(colourAt(picture, x, y)).toBe("eeffee");
      }
      const column = (x: number) => Array.from({ length: 2 * half }, (_, i) => colourAt(picture, x, 165 - half + i));
      let edge = 165 - half - 1;
      while (!column(edge).includes("112233") && edge > 0) edge--;
      expect(165 - half - 1 - edge, "less than a module is empty beyond the margin").toBeLessThan(10);
    }
  });

  test("raises ec to H, and the version until the covered modules can be corrected", async () => {
    const short = asker({ heavy });
    const logoData = base64(plainPng(40, 40));
    for (const logoSize of [0.1, 0.25, 0.3]) {
      const picture = await pictureOf(await short({ data: "HELLO", logoData, logoSize, size: 400 }));
      for (const decoder of decoders) expect(await decoder.read(picture), `${logoSize} ${decoder.name}`).toBe("HELLO");
    }
  });

  test("dotStyle works with a logo", async () => {
    const input = { logoData: base64(svgBytes(QUARTERS)), dotStyle: "rounded", size: 400, color: "102040" };
    await expectRead(await pictureOf(await ask(input)));
    await expectRead(await rasterize(await (await ask({ ...input, format: "svg" })).text(), 2));
  });

  test("uses a palette for a logo with few colours, and true colour for a photo", async () => {
    expect((await pictureOf(await ask({ logoData: base64(svgBytes(QUARTERS)) }))).colourType).toBe(3);
    const shades = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#0af"/></linearGradient><radialGradient id="h"><stop stop-opacity="0"/><stop offset="1"/></radialGradient></defs><path fill="url(#g)" d="M0 0h9v9H0"/><path fill="url(#h)" d="M0 0h9v9H0"/></svg>`;
    expect((await pictureOf(await ask({ logoData: base64(svgBytes(shades)), size: 600 }))).colourType).toBe(2);
  });

  test("an SVG logo with scripts or links is embedded as pixels", async () => {
    const hostile = QUARTERS.replace(
      "</svg>",
      `<script>alert(1)</script><a href="javascript:alert(1)"><path onload="alert(1)" d="M0 0h9v9"/></a></svg>`,
    );
    const svg = await (await ask({ logoData: base64(svgBytes(hostile)), format: "svg" })).text();
    expect(svg).not.toMatch(/script|alert|onload|svg\+xml/);
    expect(svg).toContain("data:image/png;base64,");
  });

  test.each([
    ["aGk=", 400, ruleText(logoUnknownFormat, "logoData")],
    [base64(logoFile("still.gif")), 400, "use a PNG, JPEG, WebP or SVG"],
    [base64(logoFile("still.png").slice(0, 90)), 400, ruleText(logoDamaged, "logoData", { kind: "PNG" })],
    ["A".repeat(2_900_000), 413, "logoData must be at most 2 MB"],
  ])("rejects an invalid logo: %#", async (logoData, status, message) => {
    const answer = await ask({ logoData });
    expect(answer.status).toBe(status);
    expect(await errorOf(answer)).toContain(message);
  });

  test("rejects decompression bombs quickly, without leaking memory", async () => {
    const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");
    const nested = `<!DOCTYPE svg [<!ENTITY e0 "e">${entities}]><svg viewBox="0 0 1 1">&e9;${" ".repeat(1_500_000)}</svg>`;
    const filters = `<svg viewBox="0 0 1 1">${"<filter/>".repeat(50_000)}</svg>`;
    const megapixels = base64(plainPng(7200, 7000));
    const bombs = [
      [base64(svgBytes(nested)), 400, "declares entities"],
      [base64(svgBytes(nested.padEnd(10_000_000))), 413, "at most 4 MiB"],
      [base64(svgBytes(filters)), 400, "at most 5000 elements"],
      [megapixels, 400, "at most 40 megapixels, not 7200 x 7000 px"],
    ] as const;
    const before = process.memoryUsage().arrayBuffers;
    for (const [logoData, status, message] of bombs) {
      const judged = async () => {
        const answer = await ask({ logoData });
        expect(answer.status).toBe(status);
        expect(await errorOf(answer)).toContain(message);
      };
      expect(await processorTime(judged)).toBeLessThan(SOON);
    }
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("ignores the logo for a matrix", async () => {
    expect((await ask({ logoData: "aGk=", format: "json" })).status).toBe(200);
  });

  test("rejects a logo if the host cannot draw logos", async () => {
    const answer = await asker({})({ logoData: base64(svgBytes(QUARTERS)) });
    expect(answer.status).toBe(501);
    expect(await errorOf(answer)).toBe(ruleText(logosUnsupported));
  });
});

describe("logo", () => {
  const logo = "https://example.com/logo.png";
  test("fetches a logo with a size limit, and draws it", async () => {
    const fetched: unknown[] = [];
    const logos = {
      async fetch(url: string, most: number) {
        fetched.push([url, most]);
        return logoFile("still.png");
      },
    };
    await expectRead(await pictureOf(await asker({ heavy, logos })({ logo })));
    expect(fetched).toEqual([[logo, 2 * 1024 * 1024]]);
  });

  test("errors about a logo URL name the option", async () => {
    const logos = { fetch: async () => svgBytes("<html></html>") };
    const answer = await asker({ heavy, logos })({ logo });
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toMatch(/^logo cannot be read as an image/);
  });

  test("rejects a logo URL if the host cannot fetch logos", async () => {
    const answer = await ask({ logo });
    expect(answer.status).toBe(501);
    expect(await errorOf(answer)).toContain("send the logo as logoData");
  });
});

test("reports the cause of a logo error, for data and URLs, alone and in a batch", async () => {
  const behind = new Error("drawing failed");
  const broken = () => Promise.reject(testError("LOGO_INVALID", "cannot be drawn", "logo", behind));
  const reports: unknown[] = [];
  const parts = { heavy: withJobs(heavy, { drawLogo: broken }), logos: { fetch: async () => plainPng(8, 8) } };
  const app = createApp(createService(parts), { report: (seen) => reports.push(seen) });
  const post = (path: string, input: object) =>
    app(
      new Request(`http://isoqr.test${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(input),
      }),
    ).then((answer) => answer.text());
  const logos = [{ logo: "https://site.example/logo.png" }, { logoData: base64(plainPng(8, 8)) }];
  for (const logo of logos) {
    expect(await post("/api/qr", { data, ...logo })).toContain("cannot be drawn");
    const batch = await post("/api/qr/batch", { items: [{ data, ...logo }] });
    expect(batch).toContain("cannot be drawn");
    expect(batch).not.toContain("broke");
  }
  expect(reports).toEqual(Array(4).fill(behind));
});
