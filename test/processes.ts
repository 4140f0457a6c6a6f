import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Decides which test files share a process, and with it all modules. */

/** What tests do that other tests in their process could notice, or that these could disturb: they replace modules, globals,
 *  the clock or the functions of a host, measure processor time or memory, or crash a WebAssembly module, which then stays
 *  unusable. */
const IN_TEXT = /\bvi\.|\b(?:processorTime|cpuUsage|memoryUsage|collectGarbage|RuntimeError|useBase64)\b/;

/** The folders whose tests start and kill servers, threads and databases. */
const IN_FOLDER = /^test\/(?:faults|runtime|stores|work|workers)\//;

/** The modules that replace the core of pages, for everything in their process: the core of servers, which many tests load,
 *  and the one for pages that forbid WebAssembly. */
const [SERVERS_CORE, STRICT_CORE] = ["src/core/fast.ts", "src/core/strict.ts"];

const root = join(import.meta.dirname, "..");
const pathOf = (file: string) => relative(root, file).replaceAll("\\", "/");

/** The sources that have been read: the text and the paths of the imports, by path. */
const sources = new Map<string, { readonly text: string; readonly imports: readonly string[] }>();

function sourceAt(path: string) {
  const known = sources.get(path);
  if (known) return known;
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
  const names = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+\.(?:ts|mjs))"/g)].map(
    ([, name = ""]) => name,
  );
  const read = { text, imports: names.map((name) => pathOf(join(root, path, "..", name))) };
  sources.set(path, read);
  return read;
}

/** Returns whether `matches` is true for the module at `path`, or for one that it imports, directly or not. */
function reaches(path: string, matches: (path: string) => boolean, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return matches(path) || sourceAt(path).imports.some((one) => reaches(one, matches, seen));
}

/** Measuring is often in a helper of several tests. */
const isNoticed = (path: string) => path.startsWith("test/") && IN_TEXT.test(sourceAt(path).text);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".test.ts") && !/^test\/(?:e2e|package|runtimes)\//.test(path));

/** The paths of the test files that need a process of their own. */
export const alone: readonly string[] = files.filter(
  (path) => IN_FOLDER.test(path) || reaches(path, isNoticed) || reaches(path, (other) => other === STRICT_CORE),
);

/** The paths of the test files that share processes only with each other, because all of them use the core of servers. */
export const onServersCore: readonly string[] = files.filter(
  (path) => !alone.includes(path) && reaches(path, (other) => other === SERVERS_CORE),
);
