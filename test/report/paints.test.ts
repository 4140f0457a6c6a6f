import { expect, test } from "vitest";
import { type Row, rows } from "../../src/options/table.ts";
import { createService } from "../../src/service/service.ts";

const service = createService();

/** Returns a paint of `row` in one color. */
const paint = ({ kind }: Row, color: string) => (kind === "gradient" ? `radial,${color},${color}` : color);

const colored = rows.flatMap(([name, row]) => (row.kind === "color" || row.kind === "gradient" ? [{ name, row }] : []));
const background = ["bg", "bgGradient"];

test.each(colored.filter(({ row }) => !row.plain))(
  "the report sees a $name without contrast",
  async ({ name, row }) => {
    const color = background.includes(name) ? "010101" : "fefefe";
    const { contrast, issues } = await service.inspect({ data: "x", [name]: paint(row, color) });
    expect(contrast.ratio).toBeLessThan(1.1);
    expect(issues.map(({ code }) => code)).toContain("low_contrast");
  },
);

/** A frame with a caption of sufficient contrast. */
const framed = { data: "x", frame: "plain", caption: "Scan me", frameColor: "101010", captionColor: "f0f0f0" };

test.each(colored.filter(({ row }) => row.plain))(
  "the report sees a caption without contrast to $name",
  async ({ name, row }) => {
    const codesOf = async (input: object) =>
      (await service.inspect({ ...framed, ...input })).issues.map(({ code }) => code);
    expect(await codesOf({})).not.toContain("caption_contrast");
    const low = await Promise.all(["101010", "f0f0f0"].map((color) => codesOf({ [name]: paint(row, color) })));
    expect(low.flat()).toContain("caption_contrast");
  },
);
