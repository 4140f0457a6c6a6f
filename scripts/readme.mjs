import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Writes the generated parts of the README and its picture. Wants `npm run build`.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { toSvg } = await import("../dist/index.js");
writeFileSync(
  path("docs/isoqr.svg"),
  toSvg("https://example.com", { size: 160, title: "QR code of https://example.com" }),
);

const readme = readFileSync(path("README.md"), "utf8");
const { optionsTable } = (await runnerImport(path("scripts/options-table.ts"))).module;
const parts = /(<!-- options:start -->\n)[\s\S]*?(<!-- options:end -->)/;
writeFileSync(
  path("README.md"),
  readme.replace(parts, (_, start, end) => `${start}${optionsTable()}\n${end}`),
);
