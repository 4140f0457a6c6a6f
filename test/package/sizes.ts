import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";
import type { Packed } from "./pack.ts";

/** The size in bytes of code that a page loads, or of the package. */
export interface Size {
  readonly what: string;
  /** Maximum size in bytes that the docs promise: with Brotli for code that a page loads, and uncompressed otherwise. */
  readonly maximum?: number | undefined;
  /** Desired size in bytes, measured like `maximum`. */
  readonly aim: number;
  readonly bytes: Partial<Record<Encoding, number>>;
}

export const encodings = ["raw", "gzip", "brotli"] as const;
export type Encoding = (typeof encodings)[number];

const KB = 1024;

interface Limits {
  /** The aim for Brotli, in KB. */
  readonly aim: number;
  /** The maximum for Brotli that the docs promise, in KB. */
  readonly maximum?: number;
}

/** An import, such as `{ toSvg }` from "isoqr". */
export type Import = readonly [names: string | undefined, entry: string];

/** Imports whose bundle size for pages is measured. The imports of a row are bundled into separate files. */
const programs: readonly ({ readonly imports: readonly Import[] } & Limits)[] = [
  { imports: [["{ toSvg }", "isoqr"]], aim: 8 },
  { imports: [["{ encode }", "isoqr"]], aim: 6.5 },
  { imports: [["{ toPng }", "isoqr"]], aim: 10 },
  { imports: [["{ toSvg, design }", "isoqr"]], aim: 16 },
  { imports: [["{ toPng, design }", "isoqr"]], aim: 20 },
  { imports: [["{ createClient }", "isoqr/client"]], aim: 2.5 },
  { imports: [["{ wifi }", "isoqr/payload"]], aim: 2.5 },
  { imports: [["{ detect }", "isoqr/payload"]], aim: 12 },
  { imports: [[undefined, "isoqr/element/define"]], aim: 15 },
  { imports: [["{ QrCode }", "isoqr/react"]], aim: 15 },
  { imports: [["{ QrCode }", "isoqr/vue"]], aim: 15 },
  {
    imports: [
      ["{ createPool }", "isoqr/workers"],
      [undefined, "isoqr/worker"],
    ],
    aim: 24,
  },
  { imports: [[undefined, "isoqr/strict"]], aim: 20 },
];

/** Published files that pages load without bundling. */
const files: readonly ({ readonly path: string } & Limits)[] = [
  // The README says 24 KB, which is rounded.
  { path: "dist/isoqr.js", aim: 15, maximum: 24.5 },
  { path: "dist/isoqr-images.js", aim: 20 },
  { path: "dist/isoqr-strict.js", aim: 34 },
  { path: "dist/sw/sw.js", aim: 24 },
];

/** Measures the sizes in `folder`, a project with the package installed. `packed` contains the sizes of the package in
 *  bytes: as a tarball, and unpacked. */
export async function measure(folder: string, packed: Pick<Packed, "size" | "unpackedSize">): Promise<Size[]> {
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
  const { size, unpackedSize } = packed;
  return [
    ...sizes,
    { what: "installed package", maximum: 3_700_000, aim: 1_500_000, bytes: { raw: unpackedSize } },
    { what: "tarball of the package", maximum: 1_700_000, aim: 750_000, bytes: { raw: size } },
  ];
}

/** Returns the arguments of `bundle` for an import. */
export function programOf([names, entry]: Import): { readonly imports: string; readonly used: string | undefined } {
  return { imports: `import ${names ? `${names} from ` : ""}"${entry}"`, used: names };
}

function sizeOf(what: string, codes: readonly string[], { aim, maximum }: Limits): Size {
  return { what, maximum: maximum && maximum * KB, aim: aim * KB, bytes: encode(...codes) };
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

/** Returns whether a size is within its maximum, if it has one. */
export function isMet({ maximum = Number.POSITIVE_INFINITY, bytes }: Size): boolean {
  return (bytes.brotli ?? bytes.raw ?? 0) <= maximum;
}

/** Returns the sizes as a table for docs/measurements.md. */
export function sizesTable(sizes: readonly Size[]): string {
  const rows = sizes.map((size) => {
    const { what, maximum, aim, bytes } = size;
    const reached = (bytes.brotli ?? bytes.raw ?? 0) <= aim;
    const met = !isMet(size) ? "NO" : reached ? "the aim" : maximum ? "yes" : "";
    const figures = [bytes.raw, bytes.gzip, bytes.brotli, maximum, aim].map(count);
    return `| ${[what, ...figures, met].join(" | ")} |`;
  });
  return ["| bytes | raw | gzip | brotli | maximum | aim | met |", "|---|---:|---:|---:|---:|---:|---|", ...rows].join(
    "\n",
  );
}

/** Returns how many bytes a size may grow before the new size must be recorded: 1 %, or 128 bytes. */
export function allowanceFor(recorded: number): number {
  return Math.max(128, Math.floor(recorded / 100));
}

const count = (number: number | undefined) => number?.toLocaleString("en") ?? "";

/** The sizes recorded in a table, by row and encoding. */
function recordedIn(table: string): (what: string, encoding: Encoding) => number | undefined {
  const [header = [], ...rows] = table.split("\n").map((row) => row.slice(2, -2).split(" | "));
  return (what, encoding) => {
    const cell = rows.find(([name]) => name === what)?.[header.indexOf(encoding)];
    return cell ? Number(cell.replaceAll(",", "")) : undefined;
  };
}

/** Returns a message for each size that exceeds the size in `table` by more than its allowance. Compares compressed sizes,
 *  and other sizes of which only one is measured. */
export function grownRows(sizes: readonly Size[], table: string): string[] {
  const recorded = recordedIn(table);
  return sizes.flatMap(({ what, bytes }) =>
    encodings.flatMap((encoding) => {
      const before = recorded(what, encoding) ?? 0;
      const after = bytes[encoding] ?? 0;
      if ((encoding === "raw" && bytes.brotli !== undefined) || after <= before + allowanceFor(before)) return [];
      return [`${what}: ${count(after)} bytes (${encoding}), up from ${count(before)}`];
    }),
  );
}

/** Returns the names of the rows in `sizes` that differ from those in `table` by more than a tenth, in any encoding. */
export function outdatedRows(sizes: readonly Pick<Size, "what" | "bytes">[], table: string): string[] {
  const recorded = recordedIn(table);
  return sizes
    .filter(({ what, bytes }) =>
      encodings.some((encoding) => {
        const measured = bytes[encoding];
        return measured !== undefined && !(Math.abs((recorded(what, encoding) ?? 0) - measured) <= measured * 0.1);
      }),
    )
    .map(({ what }) => what);
}
