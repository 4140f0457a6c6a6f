import { readPngFile } from "../meaning.mjs";
import { ours } from "../ours.mjs";
import { peers } from "../peers.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the time from text to a PNG, and the size of the PNG. */

const kinds = [
  [256, "mix", "nine short strings and a vCard in turn, M"],
  [256, "url25", "25 characters, M"],
  [256, "text2900", "2900 bytes, version 40-L"],
  [1024, "url25", "25 characters, M"],
  [1024, "vcard", "vCard of 300 bytes, M"],
  [1024, "text2900", "2900 bytes, version 40-L"],
];

export async function measurePng(pace) {
  const rows = [];
  const contestants = [ours, ...peers.filter((peer) => peer.png)];
  for (const [size, kind, label] of kinds) {
    const pool = createPool(kind);
    await checkMeaning(contestants, pool, size);
    const runners = contestants.map(({ name, png, isPngAsync }) => ({ name, run: png(size), isAsync: isPngAsync }));
    const id = `png ${size} ${kind}`;
    rows.push({ id, label: `PNG ${size}: ${label}`, unit: "us", results: await race(runners, pool, pace) });
    rows.push({
      id: `png bytes ${size} ${kind}`,
      label: `PNG ${size} size: ${label}`,
      unit: "bytes",
      results: await sizes(contestants, pool, size),
    });
  }
  return rows;
}

/** Checks that each contestant's PNGs decode to the text. Decoders may fail to read a QR code of version 40 at 256 px,
 *  which has one pixel per module. Such a QR code is checked at 1024 px. */
async function checkMeaning(contestants, pool, size) {
  const readable = size > 256 || pool.texts[0].length < 1000 ? size : 1024;
  for (const text of pool.texts.slice(0, pool.cycle)) {
    for (const { name, png } of contestants) {
      const read = await readPngFile(await png(readable)(text, pool.ec));
      if (read !== text) throw new Error(`${name} drew a PNG of "${read}" instead of "${text}"`);
    }
  }
}

async function sizes(contestants, pool, size) {
  const texts = pool.texts.slice(0, 2 * pool.cycle);
  const results = [];
  for (const { name, png } of contestants) {
    let total = 0;
    for (const text of texts) total += (await png(size)(text, pool.ec)).length;
    const mean = Math.round(total / texts.length);
    results.push({ name, best: mean, median: mean });
  }
  return results;
}
