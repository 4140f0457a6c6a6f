import { execFileSync } from "node:child_process";
import { createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { PNG } from "pngjs";

// Programs and libraries that draw SVGs and PNGs, as functions that return the picture that they draw on white.

const PYTHON = "/usr/bin/python3";
const RESVG = "node_modules/@resvg/resvg-wasm/index_bg.wasm";

const run = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });
const python = (script, ...args) => run(PYTHON, "-c", script, ...args);

/** Debian's packages, each with a file that it installs. The last one is large. */
const debian = [
  ["librsvg2-bin", "/usr/bin/rsvg-convert"],
  ["python3-cairosvg", "/usr/lib/python3/dist-packages/cairosvg/__init__.py"],
  ["python3-svglib", "/usr/lib/python3/dist-packages/svglib/__init__.py"],
  ["python3-pil", "/usr/lib/python3/dist-packages/PIL/__init__.py"],
  ["graphicsmagick", "/usr/bin/gm"],
  ["imagemagick", "/usr/bin/convert"],
  ["poppler-utils", "/usr/bin/pdftoppm"],
  ["mupdf-tools", "/usr/bin/mutool"],
  ["ghostscript", "/usr/bin/gs"],
  ["qpdf", "/usr/bin/qpdf"],
  ["inkscape", "/usr/bin/inkscape"],
];
const packages = ["pdfkit@0.20.2", "svg-to-pdfkit@0.1.8", "pdf-lib@1.17.1", "jspdf@4.2.1"];

/** Installs the programs of Debian that are missing, and the npm packages in `folder`. */
export function install(folder, withInkscape) {
  const missing = debian.filter(([name, file]) => !existsSync(file) && (withInkscape || name !== "inkscape"));
  if (missing.length > 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const names = missing.map(([name]) => name);
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
      execFileSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
    }
  }
  writeFileSync(join(folder, "package.json"), "{}");
  const npm = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent", "--ignore-scripts", ...packages];
  execFileSync("npm", npm, { cwd: folder, stdio: "inherit" });
}

/** Returns the functions that draw the SVG or the PNG in `file`. They write their own files to `folder`. */
export async function viewersIn(folder, withInkscape) {
  const load = createRequire(join(folder, "package.json"));
  const PDFDocument = load("pdfkit");
  const svgToPdf = load("svg-to-pdfkit");
  const { PDFDocument: PdfLib } = load("pdf-lib");
  const { jsPDF } = load("jspdf");
  await initWasm(readFileSync(RESVG));

  const out = join(folder, "out.png");
  const pdf = join(folder, "out.pdf");
  const read = () => pixelsOf(readFileSync(out));
  /** Draws the first page of the PDF, with a pixel per point. */
  const readPdf = () => {
    run("pdftoppm", "-png", "-r", "72", "-singlefile", pdf, out.slice(0, -".png".length));
    return read();
  };
  /** Writes a PDF with PDFKit whose page is as large as the picture. */
  const withPdfKit = async (size, draw) => {
    const document = new PDFDocument({ size: [size, size], margin: 0 });
    const file = document.pipe(createWriteStream(pdf));
    draw(document);
    document.end();
    await finished(file);
    return readPdf();
  };

  const svg = {
    resvg(file) {
      const image = new Resvg(readFileSync(file, "utf8"), { background: "#fff" });
      return pixelsOf(image.render().asPng());
    },
    librsvg(file) {
      run("rsvg-convert", "-b", "white", "-o", out, file);
      return read();
    },
    CairoSVG(file) {
      python("import cairosvg,sys; cairosvg.svg2png(url=sys.argv[1], write_to=sys.argv[2])", file, out);
      return read();
    },
    svglib(file) {
      const script = `import sys
from svglib.svglib import svg2rlg
from reportlab.graphics import renderPDF
picture = svg2rlg(sys.argv[1])
# svglib takes pixels for points, of which there are fewer.
renderPDF.drawToFile(picture, sys.argv[2])`;
      python(script, file, pdf);
      return readPdf();
    },
    "svg-to-pdfkit": (file, size) =>
      withPdfKit(size, (document) =>
        svgToPdf(document, readFileSync(file, "utf8"), 0, 0, { assumePt: true, width: size, height: size }),
      ),
    ...(withInkscape && {
      Inkscape(file) {
        run("inkscape", "--export-type=png", "--export-background=white", `--export-filename=${out}`, file);
        return read();
      },
    }),
  };

  const png = {
    PDFKit: (file, size) => withPdfKit(size, (document) => document.image(file, 0, 0, { width: size })),
    async "pdf-lib"(file, size) {
      const document = await PdfLib.create();
      const page = document.addPage([size, size]);
      page.drawImage(await document.embedPng(readFileSync(file)), { x: 0, y: 0, width: size, height: size });
      writeFileSync(pdf, await document.save());
      return readPdf();
    },
    jsPDF(file, size) {
      const document = new jsPDF({ unit: "pt", format: [size, size] });
      document.addImage(new Uint8Array(readFileSync(file)), "PNG", 0, 0, size, size);
      writeFileSync(pdf, Buffer.from(document.output("arraybuffer")));
      return readPdf();
    },
    Pillow(file) {
      const script = `import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert("RGBA")
page = Image.new("RGBA", picture.size, "white")
page.alpha_composite(picture)
page.save(sys.argv[2])`;
      python(script, file, out);
      return read();
    },
    ImageMagick(file) {
      run("/usr/bin/convert", file, "-background", "white", "-flatten", `png32:${out}`);
      return read();
    },
    GraphicsMagick(file) {
      run("gm", "convert", file, "-background", "white", "-flatten", `png:${out}`);
      return read();
    },
  };
  const ghostscript = (file, dpi) => {
    run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dEPSCrop", "-sDEVICE=png16m", `-r${dpi}`, `-sOutputFile=${out}`, file);
    return read();
  };
  /** Programs that draw a page with this number of pixels per inch. */
  const print = {
    pdf: {
      poppler(file, dpi) {
        run("pdftoppm", "-png", "-r", String(dpi), "-singlefile", file, out.slice(0, -".png".length));
        return read();
      },
      MuPDF(file, dpi) {
        run("mutool", "draw", "-q", "-r", String(dpi), "-o", out, file);
        return read();
      },
      Ghostscript: ghostscript,
    },
    eps: { Ghostscript: ghostscript },
  };
  return { svg, png, print };
}

/** Returns what qpdf says against a PDF; "" for a valid one. */
export function faultsOf(file) {
  try {
    run("qpdf", "--check", file);
    return "";
  } catch (error) {
    return String(error.stdout) + String(error.stderr);
  }
}

/** Returns the picture in a PNG on white: its width, and red, green and blue of each pixel. */
export function pixelsOf(file) {
  const { width, height, data } = PNG.sync.read(Buffer.from(file));
  const colours = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at++) {
    const alpha = data[4 * at + 3] / 255;
    for (let channel = 0; channel < 3; channel++) {
      colours[3 * at + channel] = Math.round(alpha * data[4 * at + channel] + (1 - alpha) * 255);
    }
  }
  return { width, height, colours };
}
