import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** The size of something that users send to a page or install. */
export interface Size {
  readonly what: string;
  /** The limit, the aim and the measured size, each in bytes. */
  readonly atMost: number;
  readonly aim: number;
  readonly measured: number;
}

const KB = 1024;

/** Imports for pages whose bundle size is measured, compressed with Brotli. Each has its limit and aim in KB. */
const programs = [
  { imports: ["{ toSvg }", "isoqr"], atMost: 20, aim: 14 },
  { imports: ["{ encode }", "isoqr"], atMost: 20, aim: 14 },
  { imports: ["{ createClient }", "isoqr/client"], atMost: 4, aim: 2.5 },
  { imports: ["{ wifi }", "isoqr/payload"], atMost: 4, aim: 2.5 },
  { imports: ["{ detect }", "isoqr/payload"], atMost: 16, aim: 12 },
  { imports: [undefined, "isoqr/element/define"], atMost: 35, aim: 28 },
  { imports: ["{ createPool }", "isoqr/workers"], atMost: 40, aim: 28 },
  { imports: [undefined, "isoqr/worker"], atMost: 36, aim: 28 },
  { imports: [undefined, "isoqr/strict"], atMost: 28, aim: 20 },
] as const;

/** Published files whose size is measured, compressed with Brotli. Each has its limit and aim in KB. */
const files = [
  { path: "dist/isoqr.js", atMost: 30, aim: 18 },
  { path: "dist/sw/sw.js", atMost: 45, aim: 30 },
] as const;

/** The limit and the aim for the size of the installed package, in bytes. */
const whole = { atMost: 3_000_000, aim: 1_000_000 };

/** Measures the sizes in `folder`, a project with the package installed. `installed` is the unpacked size of the
 *  package in bytes. */
export async function measure(folder: string, installed: number): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const { imports, atMost, aim } of programs) {
    const [names, entry] = imports;
    const what = names ? `\`import ${names} from "${entry}"\`` : `\`import "${entry}"\``;
    const measured = compressed(await bundle(folder, names, entry));
    sizes.push({ what, atMost: atMost * KB, aim: aim * KB, measured });
  }
  for (const { path, atMost, aim } of files) {
    const measured = compressed(readFileSync(join(folder, "node_modules/isoqr", path)));
    sizes.push({ what: `\`${path}\``, atMost: atMost * KB, aim: aim * KB, measured });
  }
  return [...sizes, { what: "installed package", ...whole, measured: installed }];
}

/** Bundles and minifies a program that imports `names` from `entry`, as for a page. Resolves to its code with all
 *  statically imported chunks, but without dynamic imports and workers. */
export async function bundle(folder: string, names: string | undefined, entry: string): Promise<string> {
  const program = names ? `import ${names} from "${entry}"; globalThis.used = ${names};` : `import "${entry}";`;
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
      rolldownOptions: { input: "program" },
      write: false,
      target: "es2022",
      modulePreload: { polyfill: false },
    },
  });
  const { output } = [built].flat()[0] as { readonly output: readonly Part[] };
  const chunks = new Map(output.map((part) => [part.fileName, part]));
  // The loop also visits chunks that are added to the set during the iteration.
  const loaded = new Set(output.filter(({ isEntry }) => isEntry));
  for (const { imports = [] } of loaded) for (const name of imports) loaded.add(chunks.get(name) ?? missing(name));
  return [...loaded].map(({ code = "" }) => code).join("");
}

/** The used properties of a bundler's output file. */
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

const compressed = (code: string | Uint8Array) => brotliCompressSync(code).length;

/** Returns the sizes as a table for CONTRIBUTING.md. */
export function sizesTable(sizes: readonly Size[]): string {
  const rows = sizes.map(({ what, atMost, aim, measured }) => {
    const met = measured <= aim ? "yes, and the aim" : measured <= atMost ? "yes" : "NO";
    return `| ${[what, ...[atMost, aim, measured].map(count), met].join(" | ")} |`;
  });
  return ["| bytes | limit | aim | measured | met |", "|---|---:|---:|---:|---|", ...rows].join("\n");
}

const count = (number: number) => number.toLocaleString("en");

/** Parses the sizes in `table`, by name. */
export function sizesIn(table: string): Map<string | undefined, number> {
  const rows = table.split("\n").map((row) => row.split(" | "));
  return new Map(rows.map(([what, , , bytes = ""]) => [what?.slice(2), Number(bytes.replaceAll(",", ""))]));
}
