import type { TextId } from "../languages/text.ts";
import {
  type Format,
  formats,
  pictureSize,
  pngTable,
  type QrOptions,
  type RawOptions,
  rows,
  svgTable,
} from "../product/options.ts";
import { queryOf } from "../product/service.ts";
import { spellings, unknownIn } from "../product/snippets.ts";

/** Source code that shows or requests the same QR code elsewhere. */
export interface Snippet {
  readonly name: string;
  /** The text to copy, or undefined if the snippet does not support the options. */
  readonly code: string | undefined;
  /** The reason why there is no code. */
  readonly reason?: TextId;
  /** What the code needs, such as an installed package. */
  readonly note?: TextId;
  /** Whether a URL contains the content. Browser histories and server logs keep URLs. */
  readonly inUrl?: true;
}

/** Returns the snippets for the QR code that `rawOptions` describes. `base` is the base URL of the service, which also has
 *  the script for the element. */
export function snippetsFor(rawOptions: RawOptions, options: QrOptions, base: string): readonly Snippet[] {
  // Only the options that were set, in the order and with the types of the option table.
  const chosen = rows.filter(([name]) => rawOptions[name] !== undefined && options[name] !== undefined);
  const set: Partial<QrOptions> = Object.fromEntries(chosen.map(([name]) => [name, options[name]]));
  const url = set.logoData === undefined ? `${base}/api/qr?${queryOf(set)}` : undefined;
  const code = program(set, options.format);
  return [
    { name: "URL", code: url, reason: "needUrlLogo", inUrl: true },
    { name: "HTML", code: url && imageTag(url, options), reason: "needUrlLogo", inUrl: true },
    // Captions need a worker, which a page cannot start on another site.
    { name: "Element", code: elementTag(set, base), ...(set.caption !== undefined && { note: "needCaptionFiles" }) },
    { name: "JavaScript", code, reason: "needOtherFormat", note: "needInstall" },
    {
      name: "curl",
      code: `curl -o qr.${formats[options.format].extension} ${base}/api/qr -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(set))}`,
    },
  ];
}

function imageTag(url: string, options: QrOptions): string {
  const { width, height } = pictureSize(options);
  return `<img src="${inAttribute(url)}" width="${width}" height="${height}" alt="${inAttribute(options.title)}">`;
}

/** Returns an element and its script, which work in any page. The URL is absolute, because the page may be on another site
 *  or on disk. */
function elementTag({ format: _, ...set }: Readonly<Record<string, unknown>>, base: string): string {
  const attributes = spellings.flatMap(({ name, kebab }) => {
    if (set[name] === undefined || set[name] === false) return [];
    return [set[name] === true ? kebab : `${kebab}="${inAttribute(String(set[name]))}"`];
  });
  const script = inAttribute(`${base}/isoqr.js`);
  return `<script defer src="${script}"></script>\n<qr-code ${attributes.join(" ")}></qr-code>`;
}

/** The library functions, by the format that they return. */
const FUNCTIONS: Readonly<Partial<Record<Format, string>>> = { png: "toPng", svg: "toSvg", json: "toMatrix" };

function program(values: Readonly<Record<string, unknown>>, format: Format): string | undefined {
  const { data, format: _, logoData, ...rest } = values;
  const others = logoData === undefined ? rest : { ...rest, logo: logoData };
  // Only `draw` supports looks, captions and logos.
  const look = unknownIn(others, format === "png" ? pngTable : svgTable)?.field ?? others.logo;
  const isDrawn = formats[format].image && look !== undefined;
  const set = isDrawn && format !== "png" ? { ...others, format } : others;
  const name = isDrawn ? "draw" : FUNCTIONS[format];
  if (!name) return undefined;
  const settings = Object.keys(set).length > 0 ? `, ${JSON.stringify(set, undefined, 1).replace(/\n\s*/g, " ")}` : "";
  const call = `${isDrawn ? "await " : ""}${name}(${JSON.stringify(data)}${settings})`;
  return `import { ${name} } from "isoqr";\n\nconst code = ${call};`;
}

function inAttribute(text: string): string {
  return text.replace(/[&"<>\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Quotes `text` as one argument in a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
