import { parseArgs } from "node:util";
import { checkOptions, type RawOptions } from "../../../../src/options/parse.ts";
import { table } from "../../../../src/options/table.ts";
import type { Caption } from "../../../../src/ports.ts";
import { costOf } from "../../../../src/render/cost.ts";
import { designs } from "../../../../src/render/formats.ts";
import { captionJobOf } from "../../../../src/render/frame-svg.ts";
import { artBox, paintPicture } from "../../../../src/render/pictures.ts";
import { planPicture } from "../../../../src/render/plan-picture.ts";
import { createHeavyWork } from "../../../../src/runtime/heavy-work.ts";
import { threadTime } from "../../fuzz/stall.ts";

/** Compares the time that pictures take with their costs. Times are converted to those on the machine for which costs are
 *  stated, with the time of one picture. Fails if a picture takes more than MAX_RATIO times its cost. */

const MAX_RATIO = 1.5;
/** A picture, and the milliseconds that it takes on that machine. */
const REFERENCE = { name: "png 2048, version 15, rounded, plain", time: 9.4 };
/** Milliseconds that other requests do not notice. */
const SHORT = 1;
/** Milliseconds of processor time in each of ROUNDS measurements of a picture. */
const SLICE = 80;
const ROUNDS = 3;

const texts = { "version 2": "a".repeat(25), "version 15": "a".repeat(500), "version 40": "a".repeat(2900) };

const gradients = { gradient: "linear,30,1a5fb4,813d9c", eyeGradient: "radial,a51d2d,63452c" };
const looks: Readonly<Record<string, RawOptions>> = {
  plain: {},
  "eye colour": { eyeColor: "a51d2d" },
  "linear gradient": { gradient: gradients.gradient },
  "radial gradient": { gradient: "radial,1a5fb4,813d9c" },
  "linear background": { bgGradient: "linear,30,ffffff,f9f06b" },
  "radial background": { bgGradient: "radial,ffffff,f9f06b" },
  "three gradients": { ...gradients, bgGradient: "radial,ffffff,f9f06b" },
  transparent: { ...gradients, bg: "transparent" },
  frame: { frame: "banner-bottom" },
  "transparent, one colour": { bg: "transparent" },
  rgba: { pngColor: "rgba" },
  "rgba, gradient": { pngColor: "rgba", gradient: gradients.gradient },
  gray: { pngColor: "gray", color: "1a5fb4" },
};

interface Case {
  readonly name: string;
  readonly input: RawOptions;
  readonly hasLogo?: true;
  readonly caption?: Caption;
}

const svgs = Object.entries(texts).flatMap(([version, data]) =>
  table.dotStyle.of.flatMap((dotStyle) =>
    ["plain", "three gradients"].map((look) => ({
      name: `svg, ${version}, ${dotStyle}, ${look}`,
      input: { format: "svg", data, ec: "L", dotStyle, ...looks[look] },
    })),
  ),
);
const pngs = [256, 700, 2048].flatMap((size) =>
  Object.entries(texts).flatMap(([version, data]) =>
    Object.entries(looks).flatMap(([look, input]) =>
      ["square", "rounded", "dots", "star", "vertical-line"].map((dotStyle) => ({
        name: `png ${size}, ${version}, ${dotStyle}, ${look}`,
        input: { data, ec: "L", dotStyle, size, ...input },
      })),
    ),
  ),
);
const logos = ["svg", "png"].flatMap((format) =>
  [256, 512, 1024].map((size) => ({
    name: `${format} ${size}, logo`,
    input: { format, size, data: "https://example.com", ec: "H", logoSize: 0.4 },
    hasLogo: true as const,
  })),
);

/** Captions with emoji, which have many colours. */
async function captions(): Promise<Case[]> {
  const heavy = createHeavyWork();
  const wanted = [256, 700, 1024].flatMap((size) => ["Menu", "Menu 👩‍👩‍👧☕"].map((caption) => ({ size, caption })));
  const cases = wanted.map(async ({ size, caption }): Promise<Case> => {
    const input = { data: texts["version 2"], size, frame: "banner-bottom", caption };
    const job = captionJobOf(planPicture(checkOptions(input), undefined, designs), false);
    if (!job) throw new Error("the picture has no caption");
    return {
      name: `png ${size}, caption ${caption}`,
      input,
      caption: await heavy.run({ name: "drawCaption", input: job }),
    };
  });
  return Promise.all(cases);
}

/** Returns a photo, which compresses badly. */
function photo(width: number, height: number) {
  const data = new Uint8Array(4 * width * height);
  let seed = 1;
  for (let at = 0; at < data.length; at++) {
    seed = Math.imul(seed, 48_271) % 0x7fffffff;
    data[at] = at % 4 === 3 ? 255 : (seed & 31) + ((at >> 6) & 127);
  }
  return { width, height, data };
}

/** Returns the processor time of a picture and its cost, both in milliseconds. */
function measure({ input, hasLogo, caption }: Case): { readonly time: number; readonly cost: number } {
  const options = checkOptions(input);
  const plan = planPicture(options, hasLogo ? 1 : undefined, designs);
  const box = artBox(plan);
  const art = { caption, pixels: box && photo(box.width, box.height) };
  return { time: timeOf(() => paintPicture(plan, art, designs)), cost: costOf(plan, art) };
}

/** Returns the least mean time of several measurements. */
function timeOf(work: () => unknown): number {
  for (let warm = 0; warm < 3; warm++) work();
  const means = Array.from({ length: ROUNDS }, () => {
    const start = threadTime();
    let [count, time] = [0, 0];
    while (time < SLICE) {
      work();
      count++;
      if (count % 4 === 0 || count < 4) time = threadTime() - start;
    }
    return time / count;
  });
  return Math.min(...means);
}

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const all = [...svgs, ...pngs, ...logos, ...(await captions())];
const chosen = all.filter(({ name }) => name.includes(values.only));
const reference = all.find(({ name }) => name === REFERENCE.name);
if (!reference) throw new Error(`no picture is named ${REFERENCE.name}`);
const machine: number[] = [];
/** Returns how much longer this machine takes at the moment. */
const slownessNow = () => {
  const slowness = measure(reference).time / REFERENCE.time;
  machine.push(slowness);
  return slowness;
};
let failures = 0;
let before = slownessNow();
for (const one of chosen) {
  const { time, cost } = measure(one);
  const { name } = one;
  const after = slownessNow();
  // The speed of a machine that others share changes from second to second.
  const ratio = time / cost / Math.max(before, after);
  before = after;
  const isLow = ratio > MAX_RATIO && time > SHORT;
  if (isLow) failures++;
  console.log(
    `${isLow ? "TOO LOW " : ""}${name}: ${time.toFixed(2)} ms, cost ${cost.toFixed(2)}, ratio ${ratio.toFixed(2)}`,
  );
}
const range = [Math.min(...machine), Math.max(...machine)].map((slowness) => slowness.toFixed(2)).join(" to ");
console.log(`this machine takes ${range} times as long as the one for which costs are stated`);
console.log(`${chosen.length} pictures, ${failures} of them take more than ${MAX_RATIO} times their cost`);
process.exitCode = failures > 0 ? 1 : 0;
