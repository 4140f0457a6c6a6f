import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** What somebody who uses the package has to send to a page, or to install. */
export interface Size {
  readonly what: string;
  /** Thousands of bytes: what it must not exceed, what it should not, and what it is. */
  readonly atMost: number;
  readonly aim: number;
  readonly measured: number;
}

/** Programs of a page, by what they import. */
const programs = [
  { imports: ["{ toSvg }", "isoqr"], atMost: 20, aim: 14 },
  { imports: ["{ encode }", "isoqr"], atMost: 20, aim: 14 },
  { imports: ["{ createClient }", "isoqr/client"], atMost: 4, aim: 2.5 },
  { imports: ["{ wifi }", "isoqr/payload"], atMost: 4, aim: 2.5 },
  { imports: ["{ detect }", "isoqr/payload"], atMost: 16, aim: 12 },
  { imports: [undefined, "isoqr/element/define"], atMost: 35, aim: 28 },
  { imports: ["{ createPool }", "isoqr/workers"], atMost: 40, aim: 28 },
  { imports: [undefined, "isoqr/strict"], atMost: 28, aim: 20 },
] as const;

/** Files that are sent as they are, and files that are installed. */
const files = [
  { path: "dist/isoqr.js", atMost: 26, aim: 18 },
  { path: "dist/sw/sw.js", atMost: 45, aim: 30 },
] as const;

/** The sizes of what `folder`, a project with the package installed, can use; `installed` is that of the package. */
export async function measure(folder: string, installed: number): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const { imports, atMost, aim } of programs) {
    const [names, entry] = imports;
    const what = names ? `\`import ${names} from "${entry}"\`` : `\`import "${entry}"\``;
    sizes.push({ what, atMost, aim, measured: compressed(await bundle(folder, names, entry)) });
  }
  for (const { path, atMost, aim } of files) {
    const code = readFileSync(join(folder, "node_modules/isoqr", path));
    sizes.push({ what: `\`${path}\``, atMost, aim, measured: compressed(code) });
  }
  return [...sizes, { what: "the package, installed", atMost: 3000, aim: 1000, measured: thousands(installed) }];
}

/** A page's program that imports `names` of `entry` and leaves them in `used`, minified. Workers' programs are files of their
 *  own and do not count. */
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
  const { output } = [built].flat()[0] as {
    readonly output: readonly { readonly type: string; readonly code?: string }[];
  };
  return output
    .flatMap((part) => (part.type === "chunk" && "isEntry" in part && part.isEntry ? [part.code ?? ""] : []))
    .join("");
}

const compressed = (code: string | Uint8Array) => thousands(brotliCompressSync(code).length);
const thousands = (bytes: number) => Math.round(bytes / 100) / 10;

/** The sizes as a table for CONTRIBUTING.md. */
export function sizesTable(sizes: readonly Size[]): string {
  const rows = sizes.map(
    ({ what, atMost, aim, measured }) =>
      `| ${what} | ${atMost} | ${aim} | ${measured} | ${measured <= aim ? "yes, and the aim" : measured <= atMost ? "yes" : "NO"} |`,
  );
  return ["| kB | at most | aim | measured | met |", "|---|---:|---:|---:|---|", ...rows].join("\n");
}
