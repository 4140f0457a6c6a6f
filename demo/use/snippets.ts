import { queryOf } from "../../src/client/address.ts";
import { spellings } from "../../src/element/attributes.ts";
import { type Format, formats } from "../../src/options/formats.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { type QrOptions, rows } from "../../src/options/table.ts";

/** A way to use the same code elsewhere. */
export interface Snippet {
  readonly name: string;
  /** What to paste; undefined if this way does not support the options. */
  readonly code: string | undefined;
  /** Whether the text is in an address, which histories and server logs keep. */
  readonly inAddress?: true;
}

/** Returns the ways to use the code of `words`; `base` is the base URL of the service. */
export function snippetsFor(words: RawOptions, options: QrOptions, base: string): readonly Snippet[] {
  // Only what was set, in the table's order and with the table's types.
  const chosen = rows.filter(([name]) => words[name] !== undefined && options[name] !== undefined);
  const set: Partial<QrOptions> = Object.fromEntries(chosen.map(([name]) => [name, options[name]]));
  const address = set.logoData === undefined ? `${base}/api/qr?${queryOf(set)}` : undefined;
  return [
    { name: "Address", code: address, inAddress: true },
    { name: "HTML", code: address && imageTag(address, options), inAddress: true },
    { name: "Element", code: elementTag(set) },
    {
      name: "JavaScript",
      code: set.logo === undefined && set.logoData === undefined ? program(set, options.format) : undefined,
    },
    {
      name: "curl",
      code: `curl -o qr.${formats[options.format].extension} ${base}/api/qr -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(set))}`,
    },
  ];
}

function imageTag(address: string, { size, title }: QrOptions): string {
  return `<img src="${inAttribute(address)}" width="${size}" height="${size}" alt="${inAttribute(title)}">`;
}

function elementTag({ format: _, ...set }: Readonly<Record<string, unknown>>): string {
  const attributes = spellings.flatMap(({ name, kebab }) => {
    if (set[name] === undefined || set[name] === false) return [];
    return [set[name] === true ? kebab : `${kebab}="${inAttribute(String(set[name]))}"`];
  });
  return `<script type="module">import "isoqr/element/define";</script>\n<qr-code ${attributes.join(" ")}></qr-code>`;
}

/** The functions of the library by the formats that they return. */
const FUNCTIONS: Readonly<Partial<Record<Format, string>>> = { png: "toPng", svg: "toSvg", json: "toMatrix" };

function program(words: Readonly<Record<string, unknown>>, format: Format): string | undefined {
  const { data, format: _, ...set } = words;
  const name = FUNCTIONS[format];
  if (!name) return undefined;
  const settings = Object.keys(set).length > 0 ? `, ${JSON.stringify(set, undefined, 1).replace(/\n\s*/g, " ")}` : "";
  return `import { ${name} } from "isoqr";\n\nconst code = ${name}(${JSON.stringify(data)}${settings});`;
}

function inAttribute(text: string): string {
  return text.replace(/[&"<>\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Quotes `text` as a word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
