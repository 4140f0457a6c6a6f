import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { type SvgOptions, toPng, toSvg } from "../../src/index.ts";
import { styles } from "../../src/render/styles.ts";
import { capacity } from "../core/tables.ts";
import { byteOnly, createRandom, levels, randomText, versions } from "../core/texts.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { sample } from "../sweep.ts";

/** Tests that decoders by other authors read every style. */

type DotStyle = NonNullable<SvgOptions["dotStyle"]>;
const shaped = (Object.keys(styles) as DotStyle[]).filter((name) => name !== "square");

describe.each(shaped)("%s", (dotStyle) => {
  /** Expects all decoders to read a full symbol of `version` at `scale` pixels per module. */
  async function expectReadable(version: number, ec: (typeof levels)[number], scale: number): Promise<void> {
    const text = randomText(createRandom(version), byteOnly, capacity("byte", version, ec));
    const { side } = encodeSymbol(text, { ec, version });
    const options = { ec, version, dotStyle, size: scale * (side + 8) };
    const pictures = { PNG: readPng(toPng(text, options)), SVG: await rasterize(toSvg(text, options)) };
    for (const [kind, pixels] of Object.entries(pictures)) {
      for (const decoder of decoders) {
        expect(await decoder.read(pixels), `${decoder.name}, ${kind} of ${version}-${ec}`).toBe(text);
      }
    }
  }

  // Each style has eight of the versions, and two of each level.
  test.each(sample(versions, 5, shaped.indexOf(dotStyle)))("decoders read version %i", (version) =>
    expectReadable(version, levels[version % 4] ?? "M", 4),
  );

  test.each(levels)("decoders read level %s", async (ec) => {
    for (const version of [1, 3, 7, 12]) await expectReadable(version, ec, version === 3 ? 3 : 6);
  });
});
