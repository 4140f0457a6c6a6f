import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { libraryUrl } from "../ours.mjs";
import { summary } from "../race.mjs";

/** Measures the time from the import to the first SVG. Each measurement runs in a new process. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));

const programs = {
  isoqr: `const { toSvg } = await import("${libraryUrl}"); svg = toSvg(text);`,
  qrcode: `const { default: qrcode } = await import("qrcode");
    qrcode.toString(text, { type: "svg" }, (error, made) => { svg = made; });`,
  qr: `const { default: encodeQR } = await import("qr"); svg = encodeQR(text, "svg");`,
  uqr: `const { renderSVG } = await import("uqr"); svg = renderSVG(text);`,
  "lean-qr": `const { generate } = await import("lean-qr");
    const { toSvgSource } = await import("lean-qr/extras/svg"); svg = toSvgSource(generate(text));`,
  etiket: `const { qrcode } = await import("etiket/qr"); svg = qrcode(text);`,
  "qrcode-svg": `const { default: QRCode } = await import("qrcode-svg"); svg = new QRCode({ content: text, join: true }).svg();`,
};

export async function measureCold({ rounds }) {
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, program] of Object.entries(programs)) times[name].push(coldStart(program, round));
  }
  const results = Object.entries(times).map(([name, list]) => ({ name, ...summary(list) }));
  return [{ id: "cold", label: "cold start: import to first SVG", unit: "ms", results }];
}

/** Runs the program in a child process, and returns the milliseconds until it has drawn an SVG. @throws {Error} if it
 *  draws none. */
function coldStart(program, round) {
  const source = `const text = "https://example.com/${round}"; let svg = "";
    const start = performance.now(); ${program} const end = performance.now();
    if (!svg.includes("</svg>")) throw new Error("the program returned no SVG"); console.log(end - start);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", source], { cwd: root, encoding: "utf8" });
  return Number(out);
}
