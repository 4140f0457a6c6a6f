import { ours, withPageCore } from "../ours.mjs";
import { peers } from "../peers.mjs";
import { race } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Compares the core for servers with the core for pages. Also compares the time per module in large and small
 *  symbols. */

const kinds = {
  url25: "25 characters, M",
  vcard: "vCard of 300 bytes, M",
  text2900: "2900 bytes, version 40-L",
  short: "nine short strings in turn, M",
};

export async function measureScalar(pace) {
  const page = await withPageCore();
  const strongest = peers.find(({ name }) => name === "qr");
  const rows = [];
  for (const [kind, label] of Object.entries(kinds)) {
    const contestants = [ours, page, strongest].map(({ name, matrix }) => ({ name, run: matrix }));
    const results = await race(contestants, createPool(kind), pace);
    rows.push({ id: `scalar ${kind}`, label: `core for pages: ${label}`, unit: "us", results });
  }
  return rows;
}

export async function measureFlatness(pace) {
  const run = ours.matrix;
  const contestants = [10, 40].map((version) => ({
    name: `version ${version}`,
    run,
    pool: createPool(`full${version}`),
  }));
  const results = await race(contestants, undefined, pace);
  const perModule = results.map(({ name, best, median }, index) => {
    const modules = (17 + 4 * [10, 40][index]) ** 2;
    return { name, best: (best * 1000) / modules, median: (median * 1000) / modules };
  });
  return [{ id: "flatness", label: "time per module, full symbols at M", unit: "ns", results: perModule }];
}
