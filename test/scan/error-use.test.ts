import { describe, expect, test } from "vitest";
import { countCodewords, encodeSymbol } from "../../src/core/core.ts";
import { type Grid, pngGrid, type SymbolSettings, svgGrid } from "../../src/core/symbol.ts";
import { layOut } from "../../src/logo/placement.ts";
import { checkOptions, type RawOptions } from "../../src/options/parse.ts";
import type { QrOptions } from "../../src/options/table.ts";
import type { ShownSymbol } from "../../src/ports.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { styles } from "../../src/render/styles.ts";

import { unusedErrorCorrection } from "../../src/scan/error-use.ts";
import { grayOf, mapGray } from "../../src/scan/gray.ts";
import type { CodeView } from "../../src/scan/margins.ts";
import { functionMap, placementOrder } from "../core/function-map.ts";
import { blockPlan, blocksInOrder } from "../core/tables.ts";
import { createRandom, levels, versions } from "../core/texts.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { drawLogoPicture } from "../render/pictures.ts";

type Position = readonly [x: number, y: number];

interface Shown {
  readonly view: CodeView;
  readonly symbol: ShownSymbol;
}

async function viewOf(body: unknown, { scale, side }: Grid): Promise<CodeView> {
  const { width, height, data } = typeof body === "string" ? await rasterize(body) : readPng(body as Uint8Array);
  return { gray: grayOf({ width, height, data: new Uint8Array(data.buffer) }), scale, side };
}

function gridOf(options: QrOptions): Grid {
  const { side } = encodeSymbol(options.data, options);
  return (options.format === "svg" ? svgGrid : pngGrid)(side, options);
}

/** Returns the symbol in the picture that `options` describe. */
function shown(options: QrOptions): ShownSymbol {
  return { ...symbolOf(options), offset: gridOf(options).offset };
}

/** Returns a symbol at the top left corner of a picture. */
function symbolOf(settings: SymbolSettings): ShownSymbol {
  const symbol = encodeSymbol("ISOQR.TEST", settings);
  return { ...symbol, ...countCodewords(symbol.version, symbol.ec), offset: 0 };
}

async function draw(input: RawOptions): Promise<Shown> {
  const options = checkOptions({ data: "ISOQR.TEST", ...input });
  return { symbol: shown(options), view: await viewOf(drawPicture(options).body, gridOf(options)) };
}

/** Returns the view of a symbol with one pixel per module. The modules at `wrong` have the wrong colour. */
function dotted({ version, modules }: ShownSymbol, wrong: readonly Position[] = []): CodeView {
  const side = 17 + 4 * version;
  const data = modules.map((module) => (module ? 20 : 230));
  for (const [x, y] of wrong) data[y * side + x] = 250 - (data[y * side + x] as number);
  return { gray: { width: side, height: side, data }, scale: 1, side };
}

describe("known damage", () => {
  test("returns the share that the wrong codewords of the worst block leave, for every version and level", () => {
    const random = createRandom(15);
    for (const version of versions) {
      const order = placementOrder(version);
      for (const ec of levels) {
        const symbol = symbolOf({ version, ec });
        const owners = blocksInOrder(version, ec);
        const { blocks, checkPerBlock } = blockPlan(version, ec);
        const correctable = checkPerBlock >> 1;
        /** Returns one to three modules of each of the last `count` codewords of a block. */
        const damage = (block: number, count: number) => {
          const words = [...owners.keys()].filter((word) => owners[word] === block).slice(-count);
          const bits = words.flatMap((word) => [0, 3, 7].slice(random(3)).map((bit) => 8 * word + bit));
          return bits.map((bit) => order[bit] as Position);
        };
        const worst = random(blocks);
        const other = (worst + 1) % blocks;
        expect(unusedErrorCorrection(dotted(symbol), symbol)).toBe(1);
        for (const count of [1, correctable - 1, correctable, correctable + 1]) {
          const wrong = [...damage(worst, count), ...(other === worst ? [] : damage(other, 1))];
          const expected = Math.max(0, 1 - Math.max(1, count) / correctable);
          const share = unusedErrorCorrection(dotted(symbol, wrong), symbol);
          expect(share, `${version}-${ec} ${count} in block ${worst}`).toBe(expected);
        }
      }
    }
  });

  test("ignores function patterns, and bits after the last codeword", () => {
    const symbol = symbolOf({ version: 2 });
    const map = functionMap(2);
    const patterns = [...map.keys()].filter((at) => map[at] && at % 4 === 0);
    const spare = placementOrder(2).slice(8 * blockPlan(2, "M").total);
    expect(spare).toHaveLength(7);
    const wrong = [...patterns.map((at) => [at % 25, Math.floor(at / 25)] as const), ...spare];
    expect(unusedErrorCorrection(dotted(symbol, wrong), symbol)).toBe(1);
  });

  test("does not depend on which of the colours is lighter", () => {
    const symbol = symbolOf({ version: 5, ec: "Q" });
    const wrong = dotted(symbol, placementOrder(5).slice(100, 101));
    const share = unusedErrorCorrection(wrong, symbol);
    expect(share).toBe(1 - 1 / 9);
    const inverted = { ...wrong, gray: mapGray(wrong.gray, (level) => 255 - level) };
    expect(unusedErrorCorrection(inverted, symbol)).toBe(share);
  });

  test("returns 0 for a picture in one colour", () => {
    const symbol = symbolOf({});
    const view = dotted(symbol);
    expect(unusedErrorCorrection({ ...view, gray: mapGray(view.gray, () => 200) }, symbol)).toBe(0);
  });

  test("returns null below one pixel per module", () => {
    const symbol = symbolOf({});
    expect(unusedErrorCorrection({ ...dotted(symbol), scale: 0.99 }, symbol)).toBeNull();
  });
});

describe("pictures without a logo", () => {
  const pictures = Object.keys(styles).flatMap((dotStyle) => [
    { dotStyle, version: 1, size: 256 },
    { dotStyle, version: 2, size: 66, format: "svg" },
    { dotStyle, version: 7, size: 500, format: "svg", color: "ffffff", bg: "1a2b6d" },
    { dotStyle, version: 9, size: 199, margin: 0, color: "884422", bg: "ffeecc" },
    { dotStyle, version: 25, size: 2048, format: "svg" },
    { dotStyle, version: 40, size: 185 },
  ]);

  test.each(pictures)("use no error correction: %j", async (input) => {
    const { view, symbol } = await draw(input);
    expect(unusedErrorCorrection(view, symbol)).toBe(1);
  });
});

describe("pictures with a logo", () => {
  /** Returns the view of a code whose logo is a single grey level, the symbol, and the worst case for its budget. */
  async function drawWithLogo(input: RawOptions, level: number) {
    const options = checkOptions({ data: "ISOQR.TEST", ec: "H", version: 6, size: 490, ...input });
    const layout = layOut(options, 1, options.version);
    const { left, right } = layout.plate.art;
    const side = Math.round(right - left);
    const data = new Uint8Array(4 * side * side).fill(level).map((value, at) => (at % 4 === 3 ? 255 : value));
    const { body } = drawLogoPicture(options, layout, { pixels: { width: side, height: side, data } });
    const worst = 1 - layout.budget.spoiled / layout.budget.correctable;
    return { view: await viewOf(body, layout.grid), symbol: shown(options), worst };
  }

  test.each([
    [{ format: "png" }, 0],
    [{ format: "png" }, 255],
    [{ format: "svg" }, 40],
    [{ format: "svg", dotStyle: "dots", logoMargin: 4 }, 255],
  ])("%j with a logo of level %i uses less than the worst case", async (input, level) => {
    const { view, symbol, worst } = await drawWithLogo(input, level);
    const share = unusedErrorCorrection(view, symbol) as number;
    expect(share).toBeLessThan(1);
    expect(share).toBeGreaterThanOrEqual(worst);
  });

  test("a logo that looks like the modules below it uses none", async () => {
    const options = checkOptions({ data: "ISOQR.TEST", ec: "H", version: 6, size: 490, logoMargin: 0 });
    const layout = layOut(options, 1, options.version);
    const plain = readPng(drawPicture(options).body as Uint8Array);
    const { left, top, right, bottom } = layout.cleared[0] as (typeof layout.cleared)[0];
    const { scale, offset } = layout.grid;
    const width = (right - left) * scale;
    const height = (bottom - top) * scale;
    const art = new Uint8Array(4 * width * height);
    for (let y = 0; y < height; y++) {
      const from = 4 * ((offset + top * scale + y) * plain.width + offset + left * scale);
      art.set(plain.data.subarray(from, from + 4 * width), 4 * y * width);
    }
    const background = {
      left: offset + left * scale,
      top: offset + top * scale,
      right: offset + right * scale,
      bottom: offset + bottom * scale,
    };
    const exact = { ...layout, plate: { art: background, background } };
    const { body } = drawLogoPicture(options, exact, { pixels: { width, height, data: art } });
    expect(unusedErrorCorrection(await viewOf(body, layout.grid), shown(options))).toBe(1);
  });
});
