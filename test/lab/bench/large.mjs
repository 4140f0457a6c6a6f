import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Prints the size, the peak memory and the time of the largest PNGs as rows of a table in docs/options.md. Each is drawn by its
 *  own process, whose memory includes that of Node.js. Needs `npm run build`. Option: a size in pixels. */

const size = Number(process.argv[2] ?? 16_384);
const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-large-"));
const text = "https://example.com";
const report =
  'process.on("exit", () => process._rawDebug("peak", process.resourceUsage().maxRSS / 1024, performance.now()));';

/** Runs a program, and prints its row. */
function measure(name, args, file) {
  const hook = join(folder, "hook.mjs");
  writeFileSync(hook, report);
  const { status, stderr } = spawnSync(process.execPath, ["--import", hook, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const [, peak, time] = /peak ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  const kilobytes = Math.round(statSync(file).size / 1000).toLocaleString("en");
  console.log(`| ${name} | ${kilobytes} kB | ${Math.round(peak)} MB | ${(time / 1000).toFixed(1)} s |`);
}

/** Draws with the library. */
function draw(name, options, isDesign = false) {
  const file = join(folder, "code.png");
  const code = `import { writeFileSync } from "node:fs"; import { design, toPng } from ${JSON.stringify(`${dist}index-node.js`)};
    const options = ${JSON.stringify({ ...options, size })};
    writeFileSync(${JSON.stringify(file)}, toPng(${JSON.stringify(text)}, ${isDesign ? "design(options)" : "options"}));`;
  const program = join(folder, "draw.mjs");
  writeFileSync(program, code);
  measure(name, [program], file);
}

/** Draws with the command, which also draws logos and captions. */
function command(name, flags) {
  const file = join(folder, "code.png");
  measure(name, [join(dist, "cli.js"), text, "-f", "-s", String(size), "-o", file, ...flags], file);
}

try {
  const logo = join(folder, "logo.svg");
  const circle = '<circle cx="5" cy="5" r="5" fill="#a51d2d"/>';
  writeFileSync(logo, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${circle}</svg>`);
  draw("square modules", {});
  draw("square modules, transparent", { bg: "transparent" });
  draw("square modules in RGBA", { pngColor: "rgba" });
  draw("rounded modules", { dotStyle: "rounded" });
  draw("stars and round eyes", { dotStyle: "star", eyeStyle: "circle" }, true);
  draw("two gradients", { gradient: "linear,45,000000,1a5fb4", bgGradient: "radial,ffffff,f9f06b" }, true);
  draw("a frame", { frame: "rounded" }, true);
  command("a logo, drawn by the command", ["--logo", logo]);
  command("a caption, drawn by the command", ["--caption", "Scan me"]);
} finally {
  rmSync(folder, { recursive: true });
}
