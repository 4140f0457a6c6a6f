import { bundle, type Encoding, encode, encodings, programOf } from "./sizes.ts";

/** A minimal program for a page that uses a library. */
interface Program {
  readonly name: string;
  /** The import statements. */
  readonly imports: string;
  /** An expression that uses the imports, so that the bundler keeps them. */
  readonly used: string | undefined;
}

/** For each library, a program that draws an SVG. */
const drawing: readonly Program[] = [
  { name: "isoqr", ...programOf(["{ toSvg }", "isoqr"]) },
  { name: "etiket", imports: 'import { qrcode } from "etiket/qr"', used: "qrcode" },
  {
    name: "lean-qr",
    imports: 'import { generate } from "lean-qr/nano"; import { toSvgSource } from "lean-qr/extras/svg"',
    used: "[generate, toSvgSource]",
  },
  { name: "qr", imports: 'import encodeQR from "qr"', used: "encodeQR" },
  { name: "qr-code-styling", imports: 'import QRCodeStyling from "qr-code-styling"', used: "QRCodeStyling" },
  { name: "qrcode", imports: 'import { toString } from "qrcode"', used: "toString" },
  { name: "uqr", imports: 'import { renderSVG } from "uqr"', used: "renderSVG" },
];

/** For each library that can do so, a program that returns only the modules. */
const encoding: readonly Program[] = [
  { name: "isoqr", ...programOf(["{ encode }", "isoqr"]) },
  { name: "etiket", imports: 'import { encodeQR } from "etiket/qr"', used: "encodeQR" },
  { name: "lean-qr", imports: 'import { generate } from "lean-qr/nano"', used: "generate" },
  { name: "qrcode", imports: 'import { create } from "qrcode"', used: "create" },
  { name: "uqr", imports: 'import { encode } from "uqr"', used: "encode" },
];

/** The sizes of each library's program for a task. */
export interface Task {
  readonly name: string;
  readonly sizes: readonly { readonly what: string; readonly bytes: Record<Encoding, number> }[];
}

/** Measures the sizes of the programs, bundled by Vite. `folder` is a project in which all libraries are installed. */
export async function measureOthers(folder: string): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const [name, programs] of Object.entries({ "to draw an SVG": drawing, "to get the modules": encoding })) {
    const sizes = await Promise.all(
      programs.map(async ({ imports, used }) => {
        const what = `\`${imports.replaceAll("; ", "`, `")}\``;
        return { what, bytes: encode(await bundle(folder, imports, used)) };
      }),
    );
    tasks.push({ name, sizes: sizes.sort((a, b) => a.bytes.brotli - b.bytes.brotli) });
  }
  return tasks;
}

/** The names of all libraries, isoqr first. */
export const names = drawing.map(({ name }) => name);

/** Returns the sizes as tables for docs/comparison.md. `versions` are the versions of the libraries by name. */
export function othersTables(tasks: readonly Task[], versions: Readonly<Record<string, string>>): string {
  const tables = tasks.map(({ name, sizes }) => {
    const rows = sizes.map(({ what, bytes }) => {
      const figures = encodings.map((encoding) => bytes[encoding].toLocaleString("en"));
      return `| ${[what, ...figures].join(" | ")} |`;
    });
    return [`| bytes ${name} | ${encodings.join(" | ")} |`, "|---|---:|---:|---:|", ...rows].join("\n");
  });
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [...tables, `Measured with ${list.join(", ")}.`].join("\n\n");
}
