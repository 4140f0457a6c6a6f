import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closeSharedChromium } from "../../../engines/chromium.ts";
import { engines } from "../../../engines/engines.ts";
import { timed } from "../../../engines/measures.ts";
import { startSite } from "../../../engines/site.ts";
import { packInto } from "../../../package/pack.ts";
import { bundle, isMet, measure, sizesTable } from "../../../package/sizes.ts";
import { rows } from "./rows.ts";
import { type Measured, pagesTable, verdict, withPart } from "./table.ts";

const { write = false } = parseArgs({ options: { write: { type: "boolean" } } }).values;
const document = fileURLToPath(new URL("../../../../docs/measurements.md", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-pages-"));

try {
  // A project that installs the package as users do.
  const packed = packInto(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", packed.tarball], { cwd: folder });
  const sizes = await measure(folder, packed);
  writeFileSync(join(folder, "library.js"), timed(await bundle(folder, 'import { toSvg } from "isoqr"', "{ toSvg }")));
  writeFileSync(
    join(folder, "isoqr.js"),
    timed(readFileSync(join(folder, "node_modules/isoqr/dist/isoqr.js"), "utf8")),
  );

  const { names, measured } = await measureAll();
  const tables = { sizes: sizesTable(sizes), pages: pagesTable(names, measured) };
  let text = readFileSync(document, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    console.log(`\n${table}`);
    text = withPart(text, name, table);
  }
  if (write) writeFileSync(document, text);
  const late = measured.some((row) => verdict(row) === "NO") || !sizes.every(isMet);
  if (late) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAll(): Promise<{ names: string[]; measured: Measured[] }> {
  const site = await startSite(folder);
  const names: string[] = [];
  const figures = rows.map((): number[] => []);
  try {
    for (const [, start] of engines) {
      const engine = await start();
      names.push(engine.name.replace(/(\d+\.\d+|\d+)[.\d]*$/, "$1"));
      try {
        for (const [at, row] of rows.entries()) {
          const figure = await row.measure(engine, site);
          figures[at]?.push(figure);
          console.log(`${engine.name}: ${row.what}: ${Number(figure.toPrecision(3))} ${row.unit}`);
        }
      } finally {
        await engine.close();
      }
    }
  } finally {
    await closeSharedChromium();
    await site.close();
  }
  return { names, measured: rows.map((row, at) => ({ ...row, figures: figures[at] ?? [] })) };
}
