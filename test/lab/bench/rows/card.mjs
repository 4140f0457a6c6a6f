import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { readPngFile } from "../meaning.mjs";
import { race, summary } from "../race.mjs";

/** Compares the time that a social card takes for text, layout and PNG with the time that resvg takes to draw it. Also
 *  measures the time until a new process has drawn its first card. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const data = "https://example.com/launch";

async function buildParts() {
  const outDir = `${root}build/bench-card`;
  const entry = { parts: `${root}test/lab/bench/card-parts.ts` };
  await build({ root, logLevel: "warn", build: { outDir, lib: { entry, formats: ["es"] } } });
  return import(pathToFileURL(`${outDir}/parts.js`).href);
}

export async function measureCard(pace) {
  const parts = await buildParts();
  const { CARD, createCardMaker, createCardAssets, createRasterizer, loadHarfBuzz, readPackageFile, writePng } = parts;
  const maker = createCardMaker(await loadHarfBuzz(), createCardAssets(readPackageFile));
  const rasterizer = createRasterizer(readPackageFile);
  const drawn = new Map();
  for (const [title, color] of Object.values(parts.titles)) {
    const job = { title, data, color };
    const svg = await maker.draw(job);
    const pixels = await rasterizer.draw(svg, CARD);
    if ((await readPngFile(writePng(pixels))) !== data) throw new Error(`the code next to "${title}" does not scan`);
    drawn.set(title, { job, svg, pixels });
  }
  const contestants = [
    {
      name: "isoqr's share",
      isAsync: true,
      async run(title) {
        const { job, pixels } = drawn.get(title);
        return [await maker.draw(job), writePng(pixels)];
      },
    },
    { name: "resvg's drawing", isAsync: true, run: (title) => rasterizer.draw(drawn.get(title).svg, CARD) },
  ];
  const pool = { texts: [...drawn.keys()], ec: "M", cycle: drawn.size };
  const label = `social card, ${drawn.size} titles of all scripts in turn`;
  return [{ id: "card", label, unit: "us", results: await race(contestants, pool, pace) }, firstCard(pace)];
}

/** Measures the milliseconds from the import to the first card. Each measurement runs in a new process. */
function firstCard({ rounds }) {
  const scripts = { Latin: "Launch day", Japanese: "新製品発表会に参加しよう" };
  const results = Object.entries(scripts).map(([name, title]) => {
    const source = `const start = performance.now(); const { toCard } = await import("./dist/card.js");
      await toCard({ title: "${title}", data: "${data}" }); console.log(performance.now() - start);`;
    const run = () =>
      Number(execFileSync(process.execPath, ["--input-type=module", "-e", source], { cwd: root, encoding: "utf8" }));
    return { name, ...summary(Array.from({ length: Math.ceil(rounds / 3) }, run)) };
  });
  return { id: "card first", label: "social card: import to the first card", unit: "ms", results };
}
