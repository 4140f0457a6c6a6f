/** Performance targets, which are checked against the rows of one run. `least` is the limit, and `aim` is the goal.
 *  `better` is "more" or "less". */

/** Returns the time or size of `other` as a multiple of that of `mine`. */
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

/** Returns the maximum of `measure` over the shaped styles. */
const worstStyle = (measure) => Math.max(...shapedStyles.map(measure));

const more = (label, least, aim, measure) => ({ label, least, aim, measure, better: "more", unit: "x" });
const less = (label, least, aim, measure, unit) => ({ label, least, aim, measure, better: "less", unit });

const targets = [
  more("matrix, 25 characters, vs qrcode", 50, 80, (rows) => times(rows, "matrix url25", "qrcode")),
  more("matrix, 300 bytes, vs qrcode", 100, 160, (rows) => times(rows, "matrix vcard", "qrcode")),
  more("matrix, version 40, vs qrcode", 180, 300, (rows) => times(rows, "matrix text2900", "qrcode")),
  more("matrix, nine short strings, vs qr", 7, 15, (rows) => times(rows, "matrix short", "qr")),
  more("SVG, vs qrcode (worst of three strings)", 20, 40, (rows) =>
    Math.min(...svgRows.map((kind) => times(rows, `svg ${kind}`, "qrcode"))),
  ),
  less("SVG size, vs qrcode (worst of three strings)", 1, 0.95, (rows) =>
    Math.max(...svgRows.map((kind) => times(rows, `svg bytes ${kind}`, "isoqr", "qrcode"))),
  ),
  more("PNG 256 px, mixed strings, vs lean-qr", 30, 60, (rows) => times(rows, "png 256 mix", "lean-qr")),
  more("PNG 256 px, mixed strings, vs qrcode", 150, 500, (rows) => times(rows, "png 256 mix", "qrcode")),
  ...[
    ["raster", "a PNG logo of 200 px", 0.4],
    ["svg", "an SVG logo", 0.7],
  ].map(([kind, label, least]) =>
    less(`PNG 256 px with ${label}, vs the same image by resvg`, least, undefined, (rows) =>
      times(rows, `logos ${kind}`, "isoqr", "resvg"),
    ),
  ),
  less(
    "PNG 256 px, file size vs zlib level 9, all versions",
    1.02,
    undefined,
    (rows) => value(rows, "deflate 256", "all versions"),
    "x",
  ),
  less(
    "PNG 256 px, file size vs zlib level 9, versions 1 to 4",
    1.02,
    0.95,
    (rows) => value(rows, "deflate 256", "versions 1 to 4"),
    "x",
  ),
  less(
    "PNG 1024 px, file size vs zlib level 9, all versions",
    1.1,
    1,
    (rows) => value(rows, "deflate 1024", "all versions"),
    "x",
  ),
  ...pngRows.map((kind) =>
    less(`PNG 1024 px, ${pngLabels[kind]}`, undefined, 100, (rows) => value(rows, `png 1024 ${kind}`, "isoqr"), "us"),
  ),
  less(
    "styled PNG 256 px, vs square modules (worst of five styles)",
    60,
    20,
    (rows) => worstStyle((name) => times(rows, "styles toPng", name, "square")),
    "x",
  ),
  ...[
    ["gradient and eyes", "a gradient and custom eyes", 50],
    ["radial gradient and rounded modules", "a radial gradient and rounded modules", 70],
    ["gradient in the background", "a gradient in the background", 30],
  ].map(([name, label, most]) =>
    less(
      `PNG 256 px with ${label}, vs a plain one`,
      most,
      25,
      (rows) => times(rows, "designs toPng", name, "square"),
      "x",
    ),
  ),
  less(
    "styled PNG 256 px, vs the same image by resvg",
    0.1,
    undefined,
    (rows) => worstStyle((name) => times(rows, "styles toPng", name, `${name}, by resvg`)),
    "x",
  ),
  less("report without a scan check, vs encoding and drawing the PNG", 1.5, undefined, (rows) =>
    times(rows, "inspect report", "report", "encode and PNG 256"),
  ),
  less("scan check of a PNG, vs decoding it once", 40, undefined, (rows) =>
    times(rows, "inspect proof", "proof", "one clean read"),
  ),
  less("social card, our share of the time vs resvg's", 3, 1.5, (rows) =>
    times(rows, "card", "isoqr's share", "resvg's drawing"),
  ),
  less(
    "first social card after startup, median",
    1000,
    500,
    (rows) => Math.max(...(rows.get("card first")?.results.map(({ median }) => median) ?? [])),
    "ms",
  ),
  less(
    "PNG over HTTP, vs the fixed route (CPU time)",
    1.5,
    1.4,
    (rows) => times(rows, "http", "PNG 256", "fixed route"),
    "x",
  ),
  less(
    "PNG over HTTP, vs bare node:http (CPU time)",
    2.4,
    undefined,
    (rows) => times(rows, "http", "PNG 256", "bare node:http"),
    "x",
  ),
  more("reading a link, vs creating it, SQLite", 20, 40, (rows) =>
    times(rows, "links", "created, one after another", "found"),
  ),
  less("PNG of a share page, vs PNG of its text (CPU time)", 1.3, 1.15, (rows) =>
    times(rows, "links png", "by its link", "by its text"),
  ),
  less(
    "core for pages, vs core for servers (worst of three strings)",
    6,
    undefined,
    (rows) => Math.max(...pngRows.map((kind) => times(rows, `scalar ${kind}`, "isoqr, core for pages"))),
    "x",
  ),
  less(
    "memory while drawing 50 PNGs of 2048 px with logos",
    300,
    undefined,
    (rows) => value(rows, "batch", "png"),
    "MB",
  ),
  more("core for pages, nine short strings, vs qr", 5, undefined, (rows) =>
    times(rows, "scalar short", "qr", "isoqr, core for pages"),
  ),
  less("core for servers, Brotli", 14_000, 10_000, (rows) => value(rows, "size brotli", "complete"), "bytes"),
  less("encoder for pages, Brotli", 5_000, 4_500, (rows) => value(rows, "size brotli", "encoder"), "bytes"),
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
  less("time per module, version 40 vs 10", 1.3, 1, (rows) => times(rows, "flatness", "version 40", "version 10"), "x"),
  less(
    "wasm memory, after a million encodes vs before",
    1,
    1,
    (rows) => times(rows, "memory wasm", "afterwards", "every version used once"),
    "x",
  ),
];

/** Returns `{ label, better, unit, least, aim, measured, met, reached }` for each target whose rows were measured. */
export function judge(list) {
  const rows = new Map(list.map((row) => [row.id, row]));
  return targets.flatMap(({ label, least, aim, measure, better, unit = "x" }) => {
    const measured = measure(rows);
    if (!Number.isFinite(measured)) return [];
    const holds = (limit) => limit === undefined || (better === "more" ? measured >= limit : measured <= limit);
    return [{ label, better, unit, least, aim, measured, met: holds(least), reached: aim !== undefined && holds(aim) }];
  });
}
