import { readSvg } from "../meaning.mjs";
import { ours } from "../ours.mjs";
import { peers } from "../peers.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the time from text to an SVG, and the size of the SVG. */

const kinds = { url25: "25 characters, M", vcard: "vCard of 300 bytes, M", short: "nine short strings in turn, M" };

export async function measureSvg(pace) {
  const rows = [];
  const contestants = [ours, ...peers.filter((peer) => peer.svg)];
  for (const [kind, label] of Object.entries(kinds)) {
    const pool = createPool(kind);
    await checkMeaning(contestants, pool);
    const runners = contestants.map(({ name, svg, isSvgAsync }) => ({ name, run: svg, isAsync: isSvgAsync }));
    rows.push({ id: `svg ${kind}`, label: `SVG: ${label}`, unit: "us", results: await race(runners, pool, pace) });
    rows.push({
      id: `svg bytes ${kind}`,
      label: `SVG size: ${label}`,
      unit: "bytes",
      results: await sizes(contestants, pool),
    });
  }
  return rows;
}

async function checkMeaning(contestants, pool) {
  for (const text of pool.texts.slice(0, pool.cycle)) {
    for (const { name, svg } of contestants) {
      const read = await readSvg(await svg(text, pool.ec));
      if (read !== text) throw new Error(`${name} drew an SVG of "${read}" instead of "${text}"`);
    }
  }
}

/** Resolves to each contestant's mean number of bytes for the first strings of the pool. */
async function sizes(contestants, pool) {
  const texts = pool.texts.slice(0, 9 * pool.cycle);
  const results = [];
  for (const { name, svg } of contestants) {
    let total = 0;
    for (const text of texts) total += Buffer.byteLength(await svg(text, pool.ec));
    const mean = Math.round(total / texts.length);
    results.push({ name, best: mean, median: mean });
  }
  return results;
}
