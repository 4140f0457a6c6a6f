import { readFileSync, writeFileSync } from "node:fs";
import { figure, verdict } from "../tables.mjs";

/** Writes the generated parts of docs/deploy/capacity.md: the figures of the last complete run, and the plan that is
 *  calculated from them. */

const document = new URL("../../../../docs/deploy/capacity.md", import.meta.url);

export function writeCapacity(results) {
  const text = readFileSync(document, "utf8");
  writeFileSync(document, replaced(replaced(text, "figures", figuresTable(results)), "plan", plan(results)));
}

function replaced(text, name, part) {
  const marked = new RegExp(`(<!-- ${name}:start -->\n)[^]*?(<!-- ${name}:end -->)`);
  if (!marked.test(text))
    throw new Error(`docs/deploy/capacity.md must have the lines <!-- ${name}:start --> and <!-- ${name}:end -->`);
  return text.replace(marked, (_, start, end) => `${start}${part}\n${end}`);
}

function figuresTable({ machine, full, rows }) {
  const lines = rows.map((row) => {
    const sign = row.better === "more" ? "≥" : "≤";
    const limit = (value) => (value === undefined ? "" : `${sign} ${figure(value)} ${row.unit}`.trim());
    const measured = `${figure(row.measured)} ${row.unit}`.trim();
    return `| ${row.label} | ${limit(row.least)} | ${limit(row.aim)} | ${measured} | ${row.note} | ${row.judged === false ? "not judged" : verdict(row)} |`;
  });
  const head = ["| measurement | limit | aim | result | details | met |", "|---|---|---|---|---|---|"];
  const command = `npm run bench:host -- ${full ? "--full " : ""}--write`;
  return [`Measured with \`${command}\` on ${machine}:`, "", ...head, ...lines].join("\n");
}

/** The assumptions of the plan. All other numbers are calculated from them and from the measured figures. */
const CODES_A_DAY = 1_000_000_000;
const PEAK = 3;
const CDN_SHARE = 0.8;
const USE = 0.5;
const CARDS_SHARE = 0.001;
const NEW_LINKS_SHARE = 0.01;
const PICTURE_BYTES = 1_000;
const LINK_BYTES = 300;
const SECONDS = 86_400;

/** Returns the plan as a Markdown table of calculations. */
export function plan({ figures: { pictureMicroseconds, cardsASecond } }) {
  const mean = CODES_A_DAY / SECONDS;
  const peak = mean * PEAK;
  const origin = peak * (1 - CDN_SHARE);
  const perCore = 1_000_000 / pictureMicroseconds;
  const cores = Math.ceil(origin / (perCore * USE));
  const without = Math.ceil(peak / (perCore * USE));
  const cards = origin * CARDS_SHARE;
  const cardCores = Math.ceil(cards / (cardsASecond * USE));
  const links = CODES_A_DAY * NEW_LINKS_SHARE;
  const writes = (links / SECONDS) * PEAK;
  const linkYear = (links * 365 * LINK_BYTES) / 1e12;
  const egress = (CODES_A_DAY * PICTURE_BYTES) / 1e12;
  const peakBits = (peak * PICTURE_BYTES * 8) / 1e6;
  const originBits = peakBits * (1 - CDN_SHARE);
  const n = (value) => Math.round(value).toLocaleString("en");
  const rows = [
    ["codes per second, average", `${n(CODES_A_DAY)} / ${n(SECONDS)} s`, n(mean)],
    ["codes per second, peak", `${n(mean)} x ${PEAK}`, n(peak)],
    ["requests per second at the servers, behind a CDN", `${n(peak)} x (1 - ${CDN_SHARE})`, n(origin)],
    ["images per second and core", `1,000,000 us / ${n(pictureMicroseconds)} us`, n(perCore)],
    [`cores, at ${100 * USE} % load`, `${n(origin)} / (${n(perCore)} x ${USE})`, n(cores)],
    ["cores without a CDN", `${n(peak)} / (${n(perCore)} x ${USE})`, n(without)],
    ["cards per second at the servers", `${n(origin)} x ${CARDS_SHARE}`, n(cards)],
    ["cores for cards", `${n(cards)} / (${n(cardsASecond)} x ${USE})`, n(cardCores)],
    ["new links per day", `${n(CODES_A_DAY)} x ${NEW_LINKS_SHARE}`, n(links)],
    ["writes per second in PostgreSQL, peak", `${n(links)} / ${n(SECONDS)} s x ${PEAK}`, n(writes)],
    ["storage for links per year", `${n(links)} x 365 x ${LINK_BYTES} bytes`, `${figure(linkYear)} TB`],
    ["traffic per day", `${n(CODES_A_DAY)} x ${n(PICTURE_BYTES)} bytes`, `${figure(egress)} TB`],
    ["peak traffic of the CDN", `${n(peak)} x ${n(PICTURE_BYTES)} bytes x 8`, `${n(peakBits)} Mbit/s`],
    ["peak traffic of the servers", `${n(peakBits)} x (1 - ${CDN_SHARE})`, `${n(originBits)} Mbit/s`],
  ];
  return ["| | | |", "|---|---|---:|", ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}
