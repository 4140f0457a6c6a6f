import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scanImageData } from "@undecaf/zbar-wasm";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

// Draws a sheet of 60 labels, codes in several designs and EPS files, turns them into pixels with programs by several authors,
// and reads every code with three decoders. Needs `npm run build:js`. Installs Debian's packages. Option: --fine, 600 dpi too.

const require = createRequire(import.meta.url);
const jsqr = require("jsqr").default ?? require("jsqr");
const zxingBytes = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(zxingBytes).buffer } });

const resolutions = process.argv.includes("--fine") ? [300, 600] : [300];
const folder = mkdtempSync(join(tmpdir(), "isoqr-print-"));
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const run = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e9 });
const isoqr = (...args) => run(process.execPath, "dist/cli.js", ...args);

const debian = [
  ["poppler-utils", "/usr/bin/pdftoppm"],
  ["qpdf", "/usr/bin/qpdf"],
  ["mupdf-tools", "/usr/bin/mutool"],
  ["ghostscript", "/usr/bin/gs"],
];
const missing = debian.filter(([, file]) => !existsSync(file)).map(([name]) => name);
if (missing.length > 0) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    execFileSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
}

/** Programs that draw a page as a grey picture (PGM). */
const programs = {
  poppler: (file, dpi, out) => run("pdftoppm", "-gray", "-r", dpi, "-singlefile", file, out),
  mupdf: (file, dpi, out) => run("mutool", "draw", "-q", "-c", "gray", "-r", dpi, "-o", `${out}.pgm`, file, "1"),
  ghostscript: (file, dpi, out) =>
    run(
      ...["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"],
      ...["-dLastPage=1", "-sDEVICE=pgmraw", `-r${dpi}`, `-sOutputFile=${out}.pgm`, file],
    ),
};

function readPgm(file) {
  const bytes = readFileSync(file);
  const [head, width, height] = /^P5\s+(?:#[^\n]*\s+)*(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.subarray(0, 200).toString("latin1"),
  );
  return { width: Number(width), height: Number(height), data: bytes.subarray(head.length) };
}

/** Returns a part of a picture as RGBA. */
function cut({ width, data }, left, top, wide, tall) {
  const out = new Uint8ClampedArray(4 * wide * tall);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < wide; x++) {
      const value = data[(top + y) * width + left + x];
      out.set([value, value, value, 255], 4 * (y * wide + x));
    }
  }
  return { data: out, width: wide, height: tall };
}

const decoders = {
  zxing: async (picture) =>
    (await readBarcodes({ ...picture, colorSpace: "srgb" }, { formats: ["QRCode"] })).find(({ isValid }) => isValid)
      ?.text,
  zbar: async (picture) => (await scanImageData(picture))[0]?.decode(),
  jsqr: async ({ data, width, height }) => jsqr(data, width, height)?.data,
};

let failures = 0;
function check(what, isOk, seen) {
  if (!isOk) failures += 1;
  console.log(`${isOk ? "ok    " : "FAILED"} ${what}${isOk ? "" : `: ${JSON.stringify(seen)}`}`);
}

async function readAll(picture, text) {
  const lost = [];
  for (const [name, read] of Object.entries(decoders)) if ((await read(picture)) !== text) lost.push(name);
  return lost;
}

try {
  const texts = Array.from({ length: 60 }, (_, at) => `https://assets.example.com/item/${1000 + at}`);
  writeFileSync(
    join(folder, "list.csv"),
    `data,caption\n${texts.map((text, at) => `${text},Chair ${at + 1}`).join("\n")}\n`,
  );
  const sheet = join(folder, "labels.pdf");
  const grid = ["--across", "6", "--down", "10", "--label-width", "30mm", "--label-height", "27mm"];
  isoqr("sheet", join(folder, "list.csv"), "-o", sheet, ...grid, "--marks", "outlines");
  for (const dpi of resolutions) {
    for (const [name, draw] of Object.entries(programs)) {
      draw(sheet, String(dpi), join(folder, "page"));
      const page = readPgm(join(folder, "page.pgm"));
      const dots = (mm) => Math.round((mm / 25.4) * dpi);
      const isA4 = Math.abs(page.width - dots(210)) <= 1 && Math.abs(page.height - dots(297)) <= 1;
      check(`${name} at ${dpi} dpi: the page is A4`, isA4, [page.width, page.height]);
      const lost = [];
      for (const [at, text] of texts.entries()) {
        const [left, top] = [15 + (at % 6) * 30, 13.5 + Math.floor(at / 6) * 27];
        const label = cut(page, dots(left) + 3, dots(top) + 3, dots(30) - 6, dots(27) - 6);
        for (const decoder of await readAll(label, text)) lost.push([at, decoder]);
      }
      check(`${name} at ${dpi} dpi: three decoders read all of 60 labels`, lost.length === 0, lost);
    }
  }

  const text = "https://example.com/print";
  const designs = {
    plain: [],
    rounded: ["--dot-style", "rounded", "--eye-style", "rounded", "--color", "1a5fb4"],
    gradient: ["--gradient", "linear,45,1a5fb4,c01c28", "--dot-style", "dots"],
    frame: ["--preset", "forest", "--caption", "Scan (me) \\ 你好"],
    lines: ["--dot-style", "vertical-line", "--frame", "bubble", "--caption", "Hello"],
    logo: ["--logo", "test/logo/baseline.jpg"],
    transparent: ["--bg", "transparent"],
  };
  for (const [name, flags] of Object.entries(designs)) {
    for (const format of ["pdf", "eps"]) {
      const file = join(folder, `${name}.${format}`);
      isoqr(text, "-o", file, "--width", "40mm", "--title", ") showpage %%EOF (", ...flags);
      for (const [program, draw] of Object.entries(programs)) {
        if (format === "eps" && program !== "ghostscript") continue;
        draw(file, "300", join(folder, "page"));
        const page = readPgm(join(folder, "page.pgm"));
        check(`${program}: ${name}.${format} is 40 mm wide`, Math.abs(page.width - 472.44) <= 1.5, page.width);
        const lost = await readAll(cut(page, 0, 0, page.width, page.height), text);
        check(`${program}: three decoders read ${name}.${format}`, lost.length === 0, lost);
      }
    }
  }
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".pdf"))) {
    let seen = "";
    try {
      run("qpdf", "--check", join(folder, name));
    } catch (error) {
      seen = String(error.stdout) + String(error.stderr);
    }
    check(`qpdf finds no fault in ${name}`, seen === "", seen);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "all files are read" : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;
