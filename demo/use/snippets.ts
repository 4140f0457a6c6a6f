import { queryOf } from "../../src/client/address.ts";
import { spellings } from "../../src/element/attributes.ts";
import { type Format, formats } from "../../src/options/formats.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { type OptionName, type QrOptions, rows } from "../../src/options/table.ts";

/** A way to have the same code elsewhere. */
export interface Snippet {
  readonly name: string;
  /** What to paste; undefined where this way cannot carry these options. */
  readonly code: string | undefined;
  /** Whether the text stands in an address: those are kept by histories and by the logs of servers. */
  readonly inAddress?: true;
}

/** The ways to have the code of `words`, with `base` as the beginning of the service's addresses. */
export function snippetsFor(words: RawOptions, options: QrOptions, base: string): readonly Snippet[] {
  const set = chosenWords(words, options);
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

/** What was set, in the table's order and as the table's own types. */
function chosenWords(words: RawOptions, options: QrOptions): Partial<Record<OptionName, string | number | boolean>> {
  const chosen = rows.filter(([name]) => words[name] !== undefined && options[name] !== undefined);
  return Object.fromEntries(chosen.map(([name]) => [name, options[name]]));
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

/** `text` as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
