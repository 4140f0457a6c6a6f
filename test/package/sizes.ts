import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";

/** The size in bytes of code that a page loads, or of the installed package. */
export interface Size {
  readonly what: string;
  /** Maximum sizes in bytes. The installed package has none for compressed sizes. */
  readonly limits: Partial<Record<Encoding, number>>;
  /** Desired size in bytes, below the limit. */
  readonly aim: number;
  readonly bytes: Partial<Record<Encoding, number>>;
}

export const encodings = ["raw", "gzip", "brotli"] as const;
export type Encoding = (typeof encodings)[number];

const KB = 1024;

interface Limits {
  /** Limits in KB. */
  readonly brotli: number;
  readonly gzip: number;
  /** The aim for Brotli, in KB. */
  readonly aim: number;
}

/** An import, such as `{ toSvg }` from "isoqr". */
export type Import = readonly [names: string | undefined, entry: string];

/** Imports whose bundle size for pages is measured. The imports of a row are bundled into separate files. */
const programs: readonly ({ readonly imports: readonly Import[] } & Limits)[] = [
  { imports: [["{ toSvg }", "isoqr"]], brotli: 11, gzip: 13, aim: 8 },
  { imports: [["{ encode }", "isoqr"]], brotli: 9, gzip: 11, aim: 6.5 },
  { imports: [["{ toPng }", "isoqr"]], brotli: 14, gzip: 17, aim: 10 },
  { imports: [["{ toSvg, design }", "isoqr"]], brotli: 23, gzip: 26, aim: 16 },
  { imports: [["{ toPng, design }", "isoqr"]], brotli: 28, gzip: 32, aim: 20 },
  { imports: [["{ createClient }", "isoqr/client"]], brotli: 4, gzip: 5, aim: 2.5 },
  { imports: [["{ wifi }", "isoqr/payload"]], brotli: 4, gzip: 5, aim: 2.5 },
  { imports: [["{ detect }", "isoqr/payload"]], brotli: 16, gzip: 19, aim: 12 },
  { imports: [[undefined, "isoqr/element/define"]], brotli: 20, gzip: 24, aim: 15 },
  { imports: [["{ QrCode }", "isoqr/react"]], brotli: 20, gzip: 24, aim: 15 },
  { imports: [["{ QrCode }", "isoqr/vue"]], brotli: 20, gzip: 24, aim: 15 },
  {
    imports: [
      ["{ createPool }", "isoqr/workers"],
      [undefined, "isoqr/worker"],
    ],
    ...{ brotli: 33, gzip: 40, aim: 24 },
  },
  { imports: [[undefined, "isoqr/strict"]], brotli: 28, gzip: 34, aim: 20 },
];

/** Published files that pages load without bundling. */
const files: readonly ({ readonly path: string } & Limits)[] = [
  { path: "dist/isoqr.js", brotli: 20, gzip: 24, aim: 15 },
  { path: "dist/isoqr-images.js", brotli: 28, gzip: 34, aim: 20 },
  { path: "dist/sw/sw.js", brotli: 32, gzip: 40, aim: 24 },
];

/** The limits of the installed package, in bytes. */
const whole = { limits: { raw: 2_450_000 }, aim: 1_500_000 };

/** Measures the sizes in `folder`, a project with the package installed. `installed` is the unpacked size of the
 *  package in bytes. */
export async function measure(folder: string, installed: number): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const { imports, ...limits } of programs) {
    const parts = imports.map(programOf);
    const codes = await Promise.all(parts.map((part) => bundle(folder, part.imports, part.used)));
    const what = parts.map((part) => `\`${part.imports}\``).join(" and ");
    sizes.push(sizeOf(what, codes, limits));
  }
  for (const { path, ...limits } of files) {
    sizes.push(sizeOf(`\`${path}\``, [readFileSync(join(folder, "node_modules/isoqr", path), "utf8")], limits));
  }
  return [...sizes, { what: "installed package", ...whole, bytes: { raw: installed } }];
}

/** Returns the arguments of `bundle` for an import. */
export function programOf([names, entry]: Import): { readonly imports: string; readonly used: string | undefined } {
  return { imports: `import ${names ? `${names} from ` : ""}"${entry}"`, used: names };
}

function sizeOf(what: string, codes: readonly string[], { brotli, gzip, aim }: Limits): Size {
  return { what, limits: { brotli: brotli * KB, gzip: gzip * KB }, aim: aim * KB, bytes: encode(...codes) };
}

/** Returns the total size of files in bytes, in each encoding. Each file is compressed separately. */
export function encode(...codes: readonly string[]): Record<Encoding, number> {
  const sum = (bytesOf: (code: string) => number) => codes.reduce((total, code) => total + bytesOf(code), 0);
  return {
    raw: sum((code) => Buffer.byteLength(code)),
    gzip: sum((code) => gzipSync(code, { level: 9 }).length),
    brotli: sum((code) => brotliCompressSync(code).length),
  };
}

/** Packages that pages load anyway, so that their size does not count. */
export const frameworks: readonly string[] = ["react", "vue"];

/** Bundles and minifies a program for a page: the import statements in `imports`, and an expression that uses them.
 *  Resolves to its code with all statically imported chunks, but without dynamic imports and workers. */
export async function bundle(folder: string, imports: string, used?: string): Promise<string> {
  const program = used ? `${imports}; globalThis.used = ${used};` : imports;
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? join(folder, id) : null),
        load: (id) => (id === join(folder, "program") ? program : null),
      },
    ],
    build: {
      rolldownOptions: { input: "program", external: [...frameworks] },
      write: false,
      target: "es2022",
      modulePreload: { polyfill: false },
    },
  });
  const { output } = [built].flat()[0] as { readonly output: readonly Part[] };
  const chunks = new Map(output.map((part) => [part.fileName, part]));
  // The loop also visits chunks that are added to the set while it runs.
  const loaded = new Set(output.filter(({ isEntry }) => isEntry));
  for (const { imports = [] } of loaded)
    for (const name of imports.filter((name) => !frameworks.includes(name)))
      loaded.add(chunks.get(name) ?? missing(name));
  return [...loaded].map(({ code = "" }) => code).join("");
}

/** The properties of a bundler's output file that this module uses. */
interface Part {
  readonly fileName: string;
  readonly code?: string;
  readonly isEntry?: boolean;
  /** Statically imported chunks. */
  readonly imports?: readonly string[];
}

function missing(name: string): never {
  throw new Error(`the program imports ${name}, which is not in the bundle`);
}

/** Returns whether all encodings of `size` are within their limits. */
export function isMet({ limits, bytes }: Size): boolean {
  return encodings.every((encoding) => (bytes[encoding] ?? 0) <= (limits[encoding] ?? Number.POSITIVE_INFINITY));
}

/** Returns the sizes as a table for docs/measurements.md. */
export function sizesTable(sizes: readonly Size[]): string {
  const rows = sizes.map((size) => {
    const { what, limits, aim, bytes } = size;
    const reached = (bytes.brotli ?? bytes.raw ?? 0) <= aim;
    const met = !isMet(size) ? "NO" : reached ? "yes, and the aim" : "yes";
    const limit = limits.brotli ?? limits.raw;
    const figures = [bytes.raw, bytes.gzip, limits.gzip, bytes.brotli, limit, aim].map(count);
    return `| ${[what, ...figures, met].join(" | ")} |`;
  });
  return [
    "| bytes | raw | gzip | limit | brotli | limit | aim | met |",
    "|---|---:|---:|---:|---:|---:|---:|---|",
    ...rows,
  ].join("\n");
}

const count = (number: number | undefined) => number?.toLocaleString("en") ?? "";

/** Returns the names of the rows in `sizes` that differ from those in `table` by more than a tenth, in any encoding. */
export function outdatedRows(sizes: readonly Pick<Size, "what" | "bytes">[], table: string): string[] {
  const [header = [], ...rows] = table.split("\n").map((row) => row.slice(2, -2).split(" | "));
  return sizes
    .filter(({ what, bytes }) => {
      const row = rows.find(([name]) => name === what) ?? [];
      const written = (encoding: Encoding) => Number(row[header.indexOf(encoding)]?.replaceAll(",", ""));
      return encodings.some((encoding) => {
        const measured = bytes[encoding];
        return measured !== undefined && !(Math.abs(written(encoding) - measured) <= measured * 0.1);
      });
    })
    .map(({ what }) => what);
}
