import { Resvg } from "@resvg/resvg-wasm";
import { readPngFile, readSvg } from "../meaning.mjs";
import { library } from "../ours.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the time from text to a styled image with the time to the plain image, and with the time that resvg takes
 *  to draw and encode the styled SVG. Also compares designs with gradients and eyes with the plain image. */

const names = ["rounded", "dots", "classy", "classy-rounded", "extra-rounded"];

const designs = {
  "eye colour": { eyeColor: "#a51d2d" },
  "gradient and eyes": { gradient: "linear,45,#1a5fb4,#813d9c", eyeStyle: "leaf", pupilStyle: "circle" },
  "radial gradient and rounded modules": { dotStyle: "rounded", gradient: "radial,#1a5fb4,#813d9c" },
  "gradient in the background": { bgGradient: "linear,45,#ffffff,#f9f06b" },
  "radial gradient in the background": { bgGradient: "radial,#ffffff,#f9f06b" },
  "gradient, eyes and rounded modules": {
    dotStyle: "rounded",
    gradient: "radial,#1a5fb4,#813d9c",
    eyeStyle: "circle",
    pupilColor: "#a51d2d",
  },
};

export async function measureStyles(pace) {
  const pool = createPool("url25");
  const draw = (format, dotStyle) => (text, ec) => library[format](text, { ec, dotStyle });
  await checkMeaning(pool);
  const row = async (format, label, others = []) => {
    const contestants = ["square", ...names].map((name) => ({ name, run: draw(format, name) }));
    const results = await race([...contestants, ...others], pool, pace);
    return { id: `styles ${format}`, label, unit: "us", results };
  };
  const byResvg = names.map((name) => ({ name: `${name}, by resvg`, run: resvgPng(draw("toSvg", name)) }));
  return [
    await row("toPng", "styled PNG 256: 25 characters, M", byResvg),
    await row("toSvg", "styled SVG: 25 characters, M"),
    await designRow(),
    sizes(pool, "toPng", "styled PNG 256 size: 25 characters, M"),
    sizes(pool, "toSvg", "styled SVG size: 25 characters, M"),
  ];

  async function designRow() {
    const plain = { name: "square", run: draw("toPng", "square") };
    const contestants = Object.entries(designs).map(([name, options]) => {
      const look = library.design(options);
      return { name, run: (text, ec) => library.toPng(text, { ...look, ec }) };
    });
    for (const { name, run } of contestants) {
      const [text] = pool.texts;
      const read = await readPngFile(run(text, pool.ec));
      if (read !== text) throw new Error(`${name} shows ${read}, not ${text}`);
    }
    const label = "PNG 256 of designs: 25 characters, M";
    return { id: "designs toPng", label, unit: "us", results: await race([plain, ...contestants], pool, pace) };
  }

  function sizes({ texts, ec }, format, label) {
    const results = ["square", ...names].map((name) => {
      const some = texts.slice(0, 64);
      const total = some.reduce((sum, text) => sum + draw(format, name)(text, ec).length, 0);
      return { name, best: total / some.length, median: total / some.length };
    });
    return { id: `styles ${format} bytes`, label, unit: "bytes", results };
  }
}

/** Returns resvg's PNG of our SVG, and frees its memory. */
function resvgPng(toSvg) {
  return (text, ec) => {
    const image = new Resvg(toSvg(text, ec));
    const drawn = image.render();
    const png = drawn.asPng();
    drawn.free();
    image.free();
    return png;
  };
}

async function checkMeaning({ texts, ec }) {
  for (const dotStyle of names) {
    const [text] = texts;
    const read = [
      await readPngFile(library.toPng(text, { ec, dotStyle })),
      await readSvg(library.toSvg(text, { ec, dotStyle })),
    ];
    if (read.some((each) => each !== text)) throw new Error(`${dotStyle} shows ${read.join(" and ")}, not ${text}`);
  }
}
