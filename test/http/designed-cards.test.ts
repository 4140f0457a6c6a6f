import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { createRasterizer } from "../../src/adapters/resvg.ts";
import { cardColors, layoutFor, QUIET_ZONE } from "../../src/card/layout.ts";
import { createApp } from "../../src/http/app.ts";
import { gradientType } from "../../src/messages/option-rules.ts";
import { POST_ONLY } from "../../src/options/read.ts";
import { flatten } from "../../src/render/flatten.ts";
import { toCard } from "../../src/runtime/card.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { errorOf } from "./ask.ts";

/** Tests that cards show the design of their link or their query. */

const base = "http://isoqr.test";
const logoData = readFileSync(new URL("../logo/still.png", import.meta.url)).toString("base64");
const logos = {
  fetch: () => Promise.reject(testError("LOGO_UNREACHABLE", "its server is down", "logo")),
};
const app = createApp(createService({ heavy: createHeavyWork(), links: createMemoryLinks(), logos }));
const ask = (path: string, init?: RequestInit) => app(new Request(base + path, init));
const post = (path: string, input: object) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(input) });

type Picture = Pick<Pixels, "width" | "height"> & { readonly data: Uint8Array | Uint8ClampedArray };

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const pixelsOf = async (answer: Response) => readPng(await bytesOf(answer));

/** Creates a link with a design, and returns its id and the URL path of the card on its page. */
async function createLink(design: object) {
  const { id } = await (await post("/api/i", { ...design, data: "https://example.com/menu" })).json();
  const html = await (await ask(`/i/${id}`)).text();
  const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
  return { id, card: address.replaceAll("&#38;", "&").slice(base.length) };
}

const colorAt = ({ data, width }: Picture, x: number, y: number) =>
  Buffer.from(data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)).toString("hex");

const { draw } = createRasterizer(readPackageFile);

function onWhite({ width, height, data }: Picture): Pixels {
  const rows = flatten({ width, height, data: Uint8Array.from(data) }, "ffffff");
  const opaque = Array.from({ length: width * height }, (_, at) => [...rows.subarray(3 * at, 3 * at + 3), 255]);
  return { width, height, data: Uint8ClampedArray.from(opaque.flat()) };
}

/** The panel of a code in versions 1 to 22 next to a title. */
const { panel } = layoutFor(33, "ltr", true);

/** Returns how many pixels of a panel differ from those of a code that is as large, except in the round corners. */
function differences(card: Picture, code: Picture): number {
  const isEnd = (at: number) => at < panel.radius || at >= code.width - panel.radius;
  let count = 0;
  for (let y = 0; y < code.height; y++) {
    for (let x = 0; x < code.width; x++) {
      if (isEnd(x) && isEnd(y)) continue;
      if (colorAt(card, panel.left + x, panel.top + y) !== colorAt(code, x, y)) count++;
    }
  }
  return count;
}

const designs = {
  preset: { preset: "ocean" },
  "shapes and colours": { dotStyle: "dots", eyeStyle: "leaf", color: "4a1572", eyeColor: "7f0d2f", bg: "fdf4ff" },
  gradients: { gradient: "linear,45,7a1f0a,64103a", bgGradient: "radial,ffffff,fff1e0", margin: 0 },
  "a logo": { preset: "mint", logoData, logoShape: "circle" },
};

describe("the card of a link", () => {
  test.each(Object.entries(designs))("shows its code with %s as /api/qr draws it", async (_, design) => {
    const { id, card } = await createLink(design);
    const drawn = await pixelsOf(await ask(card));
    const same = { size: panel.width, margin: QUIET_ZONE, boost: true, frame: "none" };
    const input = { ...design, ...same, data: `${base}/i/${id}` };
    expect(differences(drawn, await pixelsOf(await post("/api/qr", input)))).toBe(0);
    for (const decoder of decoders) expect(await decoder.read(drawn), decoder.name).toBe(input.data);
  });

  test("omits the frame and the caption of the design", async () => {
    const plain = await createLink({ preset: "ocean" });
    const framed = await createLink({ preset: "ocean", frame: "ticket", caption: "Scan me", margin: 2 });
    expect(framed.id).not.toBe(plain.id);
    const title = "title=Menu";
    const [one, other] = await Promise.all(
      [plain, framed].map(async ({ id }) => pixelsOf(await ask(`/api/og?link=${id}&${title}`))),
    );
    // The codes differ, because they open different pages.
    for (const [x, y] of [
      [panel.left + 30, panel.top + 8],
      [20, 20],
      [panel.left + 8, panel.top + 30],
    ] as const) {
      expect(colorAt(other as Picture, x, y)).toBe(colorAt(one as Picture, x, y));
    }
  });

  test("has the main colour of the design, and its background as the panel", async () => {
    const { card } = await createLink({ preset: "ocean" });
    const drawn = await pixelsOf(await ask(card));
    expect(colorAt(drawn, 2, 2)).toBe(cardColors("0b2a6b").background);
    expect(colorAt(drawn, panel.left + 20, panel.top + 20)).toBe("f0f9ff");
  });

  test.each([
    ["white", "0f3d22", "ffffff"],
    ["black", "ffe08a", "000000"],
  ])("has a %s panel behind a transparent code in %s", async (_, color, expected) => {
    const { id, card } = await createLink({ color, bg: "transparent" });
    const drawn = await pixelsOf(await ask(card));
    expect(colorAt(drawn, panel.left + 20, panel.top + 20)).toBe(expected);
    expect(await decoders[0]?.read(drawn)).toBe(`${base}/i/${id}`);
  });

  test("has an entity tag that depends on the design", async () => {
    const { id } = await createLink({ preset: "ocean" });
    const tagOf = async (query: string) => (await ask(`/api/og?link=${id}${query}`)).headers.get("ETag");
    const tags = [await tagOf(""), await tagOf("&dotStyle=dots"), await tagOf("&color=7c2d12")];
    expect(new Set(tags).size).toBe(3);
    const again = await ask(`/api/og?link=${id}`, { headers: { "If-None-Match": tags[0] ?? "" } });
    expect(again.status).toBe(304);
  });

  test("applies the design in the query on top, as the images of the link do", async () => {
    const { id } = await createLink({ preset: "berry", eyeStyle: "leaf" });
    const page = `data=${encodeURIComponent(`${base}/i/${id}`)}`;
    const rest = "eyeStyle=leaf&pupilStyle=rounded";
    for (const [query, same] of [
      ["preset=midnight", "preset=midnight&eyeStyle=leaf"],
      ["preset=midnight&color=7c2d12", "preset=midnight&eyeStyle=leaf&color=7c2d12"],
      ['design={"color":"4a1572"}', `design={"color":"4a1572","dotStyle":"classy","bg":"fffafd"}&${rest}`],
      ["gradient=none&preset=ocean", `preset=ocean&gradient=none&${rest}`],
      ["color=7c2d12", `preset=berry&eyeStyle=leaf&color=7c2d12`],
    ]) {
      const card = await bytesOf(await ask(`/api/og?link=${id}&title=Menu&${query}`));
      expect(await bytesOf(await ask(`/api/og?${page}&title=Menu&${same}`)), query).toEqual(card);
    }
  });

  test.each([
    ["preset=sea", "preset must be"],
    ['design={"eyeStyle":"huge"}', "design has an invalid eyeStyle"],
    ["design=x", "design must be"],
    ["dotSize=9", "dotSize must be"],
    ['design={"dotStyel":"dots"}', 'not "dotStyel": use "dotStyle"'],
  ])("rejects %s, as links do", async (query, message) => {
    const { id } = await createLink({ preset: "berry" });
    for (const path of [`/api/og?link=${id}&`, "/api/i?data=x&"]) {
      const answer = await ask(path + query);
      expect([answer.status, await errorOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  test("has no logo if the logo cannot be fetched", async () => {
    const logo = "https://example.com/logo.png";
    const { id, card } = await createLink({ preset: "ocean", logo });
    const drawn = await pixelsOf(await ask(card));
    expect(await decoders[0]?.read(drawn)).toBe(`${base}/i/${id}`);
  });

  test.each([
    ["https://example.com/logo.png", 502, "LOGO_UNREACHABLE", "logo its server is down"],
    ["ftp://example.com/logo.png", 400, "INVALID_OPTION", "logo must be"],
  ])("is refused like the image of /api/qr if its query has the logo %s", async (logo, status, code, message) => {
    const { id } = await createLink({ preset: "ocean", logo: "https://example.com/own.png" });
    const query = `logo=${encodeURIComponent(logo)}`;
    for (const path of ["/api/qr?data=x", "/api/og?data=x", `/api/og?link=${id}`]) {
      const refused = await ask(`${path}&${query}`);
      expect([refused.status, refused.headers.get("X-Error-Code")], path).toEqual([status, code]);
      expect([refused.headers.get("X-Error-Field"), await errorOf(refused)], path).toEqual([
        "logo",
        expect.stringContaining(message),
      ]);
    }
  });

  test.each(["0123456789", "short", "a/b", ""])("is not found for the id %j", async (id) => {
    const answer = await ask(`/api/og?link=${id}`);
    expect([answer.status, await errorOf(answer)]).toEqual([404, expect.stringContaining("link not found")]);
  });
});

test("draws the logo of a design in a query, as base64 that needs no percent-encoding", async () => {
  const design = { logoData: logoData.replaceAll("+", "-").replaceAll("/", "_") };
  const asked = await ask(`/api/qr?data=x&design=${encodeURIComponent(JSON.stringify(design))}`);
  expect(await bytesOf(asked)).toEqual(await bytesOf(await post("/api/qr", { data: "x", logoData })));
});

test("the page, the images and the card of a link show the same design, with a frame, a caption and a logo", async () => {
  const look = {
    preset: "ocean",
    logoData,
    logoShape: "circle",
    bg: "transparent",
    frame: "rounded",
    caption: "Scan me",
  };
  const { id, card } = await createLink(look);
  const png = await pixelsOf(await ask(`/i/${id}.png?size=256`));
  const svg = await (await ask(`/i/${id}.svg`)).text();
  const page = await (await ask(`/i/${id}`)).text();
  expect(page).toContain(`<figure class="code framed"><img src="${id}.svg" width="256" height="${png.height}"`);
  expect(svg).toMatch(new RegExp(`^<svg[^>]* width="256" height="${png.height}"`));
  const drawn = await draw(svg, png);
  const [left, middle] = [9, png.height - 12];
  for (const picture of [png, drawn]) {
    expect(colorAt(picture, left, 128), "frame").toBe("0b2a6b");
    expect(colorAt(picture, left + 20, middle), "band").toBe("0b2a6b");
    // Transparent.
    expect(picture.data[4 * (22 * picture.width + 22) + 3], "quiet zone").toBe(0);
    expect(picture.data[3], "margin").toBe(0);
    expect(await decoders[0]?.read(onWhite(picture))).toBe("https://example.com/menu");
  }
  expect(await decoders[0]?.read(await pixelsOf(await ask(card)))).toBe(`${base}/i/${id}`);
});

describe("a card with look options in its query", () => {
  test("is the same as that of a link with the design, and that of toCard", async () => {
    const { id } = await createLink({ preset: "berry", eyeStyle: "leaf" });
    const card = await bytesOf(await ask(`/api/og?link=${id}&title=Menu`));
    const data = `${base}/i/${id}`;
    const query = new URLSearchParams({ data, title: "Menu", preset: "berry", eyeStyle: "leaf" });
    expect(await bytesOf(await ask(`/api/og?${query}`))).toEqual(card);
    expect(await toCard({ data, title: "Menu", preset: "berry", eyeStyle: "leaf" })).toEqual(card);
  });

  test("keeps the colour of the design if an accent colour is given", async () => {
    const drawn = await pixelsOf(await ask("/api/og?data=x&title=a&preset=ink&color=7c2d12"));
    expect(colorAt(drawn, 2, 2)).toBe("7c2d12");
    const { code } = layoutFor(21, "ltr", false);
    expect(colorAt(drawn, code.left + code.scale * 3, code.top + code.scale * 3)).toBe("111111");
  });

  test.each([
    ["1d4ed8", "ffffff", "1d4ed8"],
    ["fde68a", "ffffff", "111111"],
    ["1d4ed8", "111111", "ffffff"],
  ])("draws modules in the accent colour %s on %s in %s", async (accent, bg, expected) => {
    const drawn = await pixelsOf(await ask(`/api/og?data=x&title=a&color=${accent}&bg=${bg}&dotStyle=rounded`));
    const { code } = layoutFor(21, "ltr", false);
    expect(colorAt(drawn, code.left + code.scale * 3, code.top + code.scale * 3)).toBe(expected);
  });

  test("draws a code at level L if the data fits only there", async () => {
    const data = "a".repeat(2900);
    const drawn = await pixelsOf(await post("/api/qr", { data, ec: "L", preset: "ocean", frame: "none", size: 566 }));
    const card = await pixelsOf(await ask(`/api/og?data=${data}&preset=ocean`));
    const { panel } = layoutFor(177, "none", false);
    expect(colorAt(card, panel.left + 283, panel.top + 283)).toBe(colorAt(drawn, 283, 283));
  });

  test.each([
    ["dotStyle=hearts", "dotStyle must be"],
    ["gradient=red", ruleText(gradientType, "gradient")],
    ["logoData=aGVsbG8=", ruleText(POST_ONLY, "logoData")],
  ])("rejects %s", async (query, message) => {
    const answer = await ask(`/api/og?data=x&${query}`);
    expect([answer.status, await errorOf(answer)]).toEqual([400, expect.stringContaining(message)]);
  });
});
