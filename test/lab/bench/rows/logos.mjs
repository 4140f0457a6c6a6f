import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Resvg } from "@resvg/resvg-wasm";
import { build } from "vite";
import { readPngFile } from "../meaning.mjs";
import { createService, library } from "../ours.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Measures the time from text with a base64 logo to a PNG, and compares it with resvg, which draws the same image from
 *  an SVG and encodes it. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const leaf = readFileSync(`${root}docs/logos/leaf.svg`);

/** Returns the logo as a PNG of 200 pixels. */
function rasterLogo() {
  const image = new Resvg(leaf, { fitTo: { mode: "width", value: 200 } });
  const drawn = image.render();
  const png = Buffer.from(drawn.asPng());
  drawn.free();
  image.free();
  return png;
}

async function buildServices() {
  const outDir = `${root}build/bench-logos`;
  const entry = { parts: `${root}test/lab/bench/logo-parts.ts` };
  await build({ root, logLevel: "warn", build: { outDir, lib: { entry, formats: ["es"] } } });
  const parts = await import(pathToFileURL(`${outDir}/parts.js`).href);
  const { createLogoDrawer, readLogoHeader, readPackageFile, inflate, heavyOf } = parts;
  const heavy = heavyOf({
    drawLogo: createLogoDrawer(readPackageFile, inflate),
    readLogo: async (bytes) => readLogoHeader(bytes),
  });
  // A service caches the logos that it has drawn, so `fresh` creates a new service for every call.
  return {
    known: createService({ heavy }),
    fresh: () => createService({ heavy }),
  };
}

/** Works like a program without isoqr's compositing: embeds the logo in the SVG, and rasterizes the SVG. */
function byResvg(mime, logo) {
  const href = `data:${mime};base64,${logo.toString("base64")}`;
  return (text) => {
    const svg = library.toSvg(text, { ec: "H" });
    const image = `<image x="102" y="102" width="52" height="52" href="${href}"/></svg>`;
    const whole = new Resvg(svg.replace("</svg>", image));
    const drawn = whole.render();
    const png = drawn.asPng();
    drawn.free();
    whole.free();
    return png;
  };
}

export async function measureLogos(pace) {
  const service = await buildServices();
  const pool = createPool("url25");
  const kinds = [
    ["raster", "image/png", rasterLogo()],
    ["svg", "image/svg+xml", leaf],
  ];
  const rows = [];
  for (const [kind, mime, logo] of kinds) {
    const words = { logoData: logo.toString("base64"), logoMime: mime };
    const draw = async (api, text) => (await api.generate({ ...words, data: text })).body;
    const contestants = [
      { name: "isoqr", run: (text) => draw(service.known, text), isAsync: true },
      { name: "isoqr, a logo not seen before", run: (text) => draw(service.fresh(), text), isAsync: true },
      { name: "resvg", run: byResvg(mime, logo) },
    ];
    for (const { name, run } of contestants) {
      const [text] = pool.texts;
      const read = await readPngFile(await run(text));
      if (read !== text) throw new Error(`${name} drew a PNG of "${read}" instead of "${text}"`);
    }
    const label = `PNG 256 with ${kind === "raster" ? "a logo of 200 px" : "an SVG logo"}: 25 characters`;
    rows.push({ id: `logos ${kind}`, label, unit: "us", results: await race(contestants, pool, pace) });
  }
  return rows;
}
