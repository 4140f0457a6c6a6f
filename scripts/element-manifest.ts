import { spellings } from "../src/element/attributes.ts";
import { partNames } from "../src/element/markup.ts";
import { optionDocs } from "../src/options/schema.ts";
import { type OptionName, type Row, table } from "../src/options/table.ts";

/** What editors and catalogues want to know of `<qr-code>`: a custom elements manifest, schema 2.1, with the options as
 *  the table has them. */
export function elementManifest() {
  const options = spellings.map(({ name, kebab }) => ({ name, kebab, row: table[name] as Row }));
  const declaration = {
    kind: "class",
    customElement: true,
    name: "QrCodeElement",
    tagName: "qr-code",
    summary: "A QR code as an SVG.",
    description: "The code of the attribute data, or of the text inside. The last good picture stays on errors.",
    attributes: options.map(({ name, kebab, row }) => ({ name: kebab, fieldName: name, ...detailsOf(name, row) })),
    members: [
      ...options.map(({ name, kebab, row }) => ({
        kind: "field",
        name,
        attribute: kebab,
        reflects: true,
        ...detailsOf(name, row),
      })),
      {
        kind: "field",
        name: "logoFile",
        type: { text: "Blob | null | undefined" },
        description: "A logo that is no address, such as a chosen file.",
      },
      {
        kind: "method",
        name: "toBlob",
        parameters: [{ name: "type", optional: true, type: { text: "'png' | 'svg'" }, default: "'png'" }],
        return: { type: { text: "Promise<Blob>" } },
        description: "The picture as it is shown, as a file.",
      },
    ],
    events: [
      { name: "qr-render", type: { text: "Event" }, description: "A new picture is there." },
      {
        name: "qr-error",
        type: { text: "CustomEvent<QrError>" },
        description: "The sentence, code and field of what is wrong; logged as a warning unless default is prevented.",
      },
    ],
    cssProperties: [
      { name: "--qr-color", description: "Colour of the dark modules, before the attribute color." },
      { name: "--qr-bg", description: "Colour of the background, before the attribute bg." },
    ],
    cssParts: partNames.map((name) => ({ name })),
    slots: [{ name: "", description: "The text to encode where there is no data; shown until there is a picture." }],
  };
  const declared = { name: "QrCodeElement", module: "element.js" };
  return {
    schemaVersion: "2.1.0",
    modules: [
      {
        kind: "javascript-module",
        path: "element.js",
        declarations: [declaration],
        exports: [{ kind: "js", name: "QrCodeElement", declaration: declared }],
      },
      {
        kind: "javascript-module",
        path: "element-define.js",
        exports: [{ kind: "custom-element-definition", name: "qr-code", declaration: declared }],
      },
    ],
  };
}

function detailsOf(name: OptionName, row: Row) {
  const fallback = "default" in row && row.default !== undefined ? { default: JSON.stringify(row.default) } : {};
  return { type: { text: typeOf(row) }, description: optionDocs[name], ...fallback };
}

function typeOf(row: Row): string {
  switch (row.kind) {
    case "integer":
    case "number":
      return "number";
    case "flag":
      return "boolean";
    case "choice":
      return row.of.map((choice) => `'${choice}'`).join(" | ");
    default:
      return "string";
  }
}
