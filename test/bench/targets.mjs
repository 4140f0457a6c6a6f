/** What the project promises: each target is judged by the rows of one run.
 *  `least` must be met, `aim` is what we are after; `better` says in which direction. */

/** How many times as long the other takes, or as many bytes it needs. */
function times(rows, row, other, mine = "isoqr") {
  const results = rows.get(row)?.results;
  const value = (name) => results?.find((result) => result.name === name)?.best;
  return value(other) / value(mine);
}

function value(rows, row, name) {
  return rows.get(row)?.results.find((result) => result.name === name)?.best;
}

const svgRows = ["url25", "vcard", "short"];
const pngLabels = { url25: "25 characters", vcard: "300 bytes", text2900: "version 40" };
const shapedStyles = ["rounded", "dots", "classy", "classy-rounded", "extra-rounded"];
const pngRows = Object.keys(pngLabels);

/** The largest of what `measure` gives for each style. */
const worstStyle = (measure) => Math.max(...shapedStyles.map(measure));

const more = (label, least, aim, measure) => ({ label, least, aim, measure, better: "more", unit: "x" });
const less = (label, least, aim, measure, unit) => ({ label, least, aim, measure, better: "less", unit });

const targets = [
  more("matrix, 25 characters, vs qrcode", 50, 80, (rows) => times(rows, "matrix url25", "qrcode")),
  more("matrix, 300 bytes, vs qrcode", 100, 160, (rows) => times(rows, "matrix vcard", "qrcode")),
  more("matrix, version 40, vs qrcode", 180, 300, (rows) => times(rows, "matrix text2900", "qrcode")),
  more("matrix, nine short texts in turn, vs qr", 7, 15, (rows) => times(rows, "matrix short", "qr")),
  more("SVG vs qrcode, least of three kinds of text", 20, 40, (rows) =>
    Math.min(...svgRows.map((kind) => times(rows, `svg ${kind}`, "qrcode"))),
  ),
  less("SVG bytes vs qrcode, most of three kinds", 1, 0.95, (rows) =>
    Math.max(...svgRows.map((kind) => times(rows, `svg bytes ${kind}`, "isoqr", "qrcode"))),
  ),
  more("PNG 256, mix, vs lean-qr", 30, 60, (rows) => times(rows, "png 256 mix", "lean-qr")),
  more("PNG 256, mix, vs qrcode", 150, 500, (rows) => times(rows, "png 256 mix", "qrcode")),
  ...[
    ["raster", "a logo of 200 px", 0.4],
    ["svg", "an SVG logo", 0.7],
  ].map(([kind, label, least]) =>
    less(`PNG 256 with ${label} vs resvg drawing it all`, least, undefined, (rows) =>
      times(rows, `logos ${kind}`, "isoqr", "resvg"),
    ),
  ),
  less(
    "PNG 256 bytes vs zlib 9, all versions",
    1.02,
    undefined,
    (rows) => value(rows, "deflate 256", "all versions"),
    "x",
  ),
  less(
    "PNG 256 bytes vs zlib 9, versions 1 to 4",
    1.02,
    0.95,
    (rows) => value(rows, "deflate 256", "versions 1 to 4"),
    "x",
  ),
  less("PNG 1024 bytes vs zlib 9, all versions", 1.1, 1, (rows) => value(rows, "deflate 1024", "all versions"), "x"),
  ...pngRows.map((kind) =>
    less(`PNG 1024, ${pngLabels[kind]}`, undefined, 100, (rows) => value(rows, `png 1024 ${kind}`, "isoqr"), "us"),
  ),
  less(
    "styled PNG 256 vs the plain one, longest of five styles",
    60,
    20,
    (rows) => worstStyle((name) => times(rows, "styles toPng", name, "square")),
    "x",
  ),
  less(
    "styled PNG 256 vs resvg drawing and encoding it",
    0.1,
    undefined,
    (rows) => worstStyle((name) => times(rows, "styles toPng", name, `${name}, by resvg`)),
    "x",
  ),
  less("report without a scan vs encoding and PNG 256", 1.5, undefined, (rows) =>
    times(rows, "inspect report", "report", "encode and PNG 256"),
  ),
  less("scan proof of a PNG 256 vs one clean read", 15, undefined, (rows) =>
    times(rows, "inspect proof", "proof", "one clean read"),
  ),
  less("social card, all but resvg's drawing vs that drawing", 3, 1.5, (rows) =>
    times(rows, "card", "isoqr's share", "resvg's drawing"),
  ),
  less(
    "the first social card of a process, median",
    1000,
    500,
    (rows) => Math.max(...(rows.get("card first")?.results.map(({ median }) => median) ?? [])),
    "ms",
  ),
  less(
    "HTTP PNG 256 vs the fixed route, processor time",
    1.5,
    1.4,
    (rows) => times(rows, "http", "PNG 256", "fixed route"),
    "x",
  ),
  less(
    "HTTP PNG 256 vs bare node:http, processor time",
    2.4,
    undefined,
    (rows) => times(rows, "http", "PNG 256", "bare node:http"),
    "x",
  ),
  more("finding a link vs making one, SQLite", 20, 40, (rows) =>
    times(rows, "links", "made, one after another", "found"),
  ),
  less("PNG by its link vs by its text, processor time", 1.3, 1.15, (rows) =>
    times(rows, "links png", "by its link", "by its text"),
  ),
  less(
    "scalar core vs SIMD, longest of three kinds",
    2,
    undefined,
    (rows) => Math.max(...pngRows.map((kind) => times(rows, `scalar ${kind}`, "isoqr, scalar"))),
    "x",
  ),
  less(
    "memory while 50 PNG of 2048 px with logos are drawn",
    300,
    undefined,
    (rows) => value(rows, "batch", "png"),
    "MB",
  ),
  less("wasm, brotli", 14_000, 10_000, (rows) => value(rows, "size brotli", "simd"), "bytes"),
  less(
    "cold start: import to first SVG, vs qrcode, median",
    0.5,
    0.4,
    (rows) => {
      const median = (name) => rows.get("cold")?.results.find((result) => result.name === name)?.median;
      return median("isoqr") / median("qrcode");
    },
    "x",
  ),
  less("time a module, version 40 vs 10", 1.3, 1, (rows) => times(rows, "flatness", "version 40", "version 10"), "x"),
  less(
    "wasm memory after a million encodes vs before",
    1,
    1,
    (rows) => times(rows, "memory wasm", "afterwards", "every version used once"),
    "x",
  ),
];

/** `{ label, least, aim, measured, met, reached, unit }` of each target whose rows were run. */
export function judge(list) {
  const rows = new Map(list.map((row) => [row.id, row]));
  return targets.flatMap(({ label, least, aim, measure, better, unit = "x" }) => {
    const measured = measure(rows);
    if (!Number.isFinite(measured)) return [];
    const holds = (limit) => limit === undefined || (better === "more" ? measured >= limit : measured <= limit);
    return [{ label, better, unit, least, aim, measured, met: holds(least), reached: aim !== undefined && holds(aim) }];
  });
}
