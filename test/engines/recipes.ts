import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the JavaScript block in `page` that starts with `line`, as printed. */
export function recipe(page: string, line: string): string {
  const blocks = readFileSync(`${root}${page}`, "utf8").matchAll(/^```js\n(.*?)^```$/gms);
  const found = [...blocks].map(([, code = ""]) => code).find((code) => code.startsWith(line));
  if (found === undefined) throw new Error(`${page} has no code that starts with ${line}`);
  return found;
}

/** Builds a page whose script is `main` with Vite and this package. Resolves to the app's folder, and to `end`, which
 *  removes it. */
export async function buildApp(main: string): Promise<{ readonly folder: string; end(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-app-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/isoqr"), "dir");
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "main.js"), main);
  await build({ root: folder, base: "./", configFile: false, logLevel: "error" });
  return { folder: join(folder, "dist"), end: () => rmSync(folder, { recursive: true }) };
}

const page = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>app</title>
<img alt=""><script type="module" src="./main.js"></script>`;
