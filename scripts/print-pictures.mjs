import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "../dist/client.js";
import { startServer } from "../dist/node.js";

// Draws the pictures of docs/print.md, a sheet of labels and posters. Needs `npm run build`, and pdftoppm from Debian's
// poppler-utils and convert from imagemagick.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-print-"));
const target = join(root, "docs/print");
mkdirSync(target, { recursive: true });

function toPng(file, name, pixels) {
  const out = join(target, name);
  execFileSync("pdftoppm", ["-png", "-singlefile", "-scale-to-x", pixels, "-scale-to-y", "-1", file, out]);
  execFileSync("convert", [`${out}.png`, "+dither", "-colors", "48", `PNG8:${out}.png`]);
}

const posters = {
  wifi: {
    data: "WIFI:T:WPA;S:Cafe Guests;P:one tall latte;;",
    headline: "Free WiFi for our guests",
    ...{ color: "1a5fb4", dotStyle: "rounded", eyeStyle: "rounded" },
    details: [
      { label: "Network", value: "Cafe Guests" },
      { label: "Password", value: "one tall latte", exact: true },
    ],
  },
  menu: {
    data: "https://cafe.example/menu",
    headline: "Our menu",
    hint: "Scan to see today's dishes",
    ...{
      orientation: "landscape",
      icon: "menu",
      color: "8a2c0d",
      dotStyle: "dots",
      eyeStyle: "circle",
      pupilStyle: "circle",
    },
  },
};

const server = await startServer({ port: 0, host: "127.0.0.1" }, { LINKS: "memory:" });
try {
  const client = createClient({ baseUrl: server.url });
  for (const [name, poster] of Object.entries(posters)) {
    const { body } = await client.drawPoster(poster);
    writeFileSync(join(folder, "poster.pdf"), body);
    toPng(join(folder, "poster.pdf"), name, name === "menu" ? "560" : "400");
  }
  const rooms = ["Library", "Kitchen", "Studio", "Workshop", "Garden house"];
  const { body } = await client.drawSheet({
    template: "avery-l7160",
    marks: "outlines",
    start: 4,
    items: Array.from({ length: 18 }, (_, at) => ({
      data: `https://assets.example/${1001 + at}`,
      caption: `Chair ${at + 1}, ${rooms[at % rooms.length]}`,
    })),
  });
  writeFileSync(join(folder, "labels.pdf"), body);
  toPng(join(folder, "labels.pdf"), "labels", "560");
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
