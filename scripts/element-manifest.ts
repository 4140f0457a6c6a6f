import { spellings } from "../src/element/attributes.ts";
import { partNames } from "../src/element/markup.ts";
import { optionDocs } from "../src/options/schema.ts";
import { type OptionName, type Row, table } from "../src/options/table.ts";

const clearOnError = {
  type: { text: "boolean" },
  description: "Whether an error removes the image.",
  default: "false",
};

/** Returns the custom elements manifest of `<qr-code>` for editors and catalogues (schema 2.1). Its options come from
 *  the option table. */
export function elementManifest() {
  const options = spellings.map(({ name, kebab }) => ({ name, kebab, row: table[name] as Row }));
  const declaration = {
    kind: "class",
    customElement: true,
    name: "QrCodeElement",
    tagName: "qr-code",
    summary: "Shows a QR code as an SVG image.",
    description:
      "Encodes the attribute data, or the text content. After an error, the last valid image stays, unless clear-on-error is set.",
    attributes: [
      ...options.map(({ name, kebab, row }) => ({ name: kebab, fieldName: name, ...detailsOf(name, row) })),
      { name: "clear-on-error", fieldName: "clearOnError", ...clearOnError },
    ],
    members: [
      // Their attributes have the descriptions and the defaults.
      ...options.map(({ name, kebab, row }) => fieldOf(name, kebab, typeOf(row))),
      fieldOf("clearOnError", "clear-on-error", clearOnError.type.text),
      {
        kind: "field",
        name: "logoFile",
        type: { text: "Blob | null | undefined" },
        description: "A logo as a Blob, such as a file chosen by the user.",
      },
      {
        kind: "field",
        name: "complete",
        readonly: true,
        type: { text: "boolean" },
        description: "Whether the element has drawn its current options, or reported that it cannot.",
      },
      {
        kind: "method",
        name: "toBlob",
        parameters: [{ name: "type", optional: true, type: { text: "'png' | 'svg'" }, default: "'png'" }],
        return: { type: { text: "Promise<Blob>" } },
        description: "Resolves to the displayed image as a file.",
      },
    ],
    events: [
      { name: "qr-render", type: { text: "Event" }, description: "Fires after each render." },
      {
        name: "qr-error",
        type: { text: "CustomEvent<QrError>" },
        description: "Fires on errors, with message, code and field. Logs a warning unless you call preventDefault().",
      },
    ],
    cssProperties: [
      { name: "--qr-color", description: "Colour of the dark modules. Overrides the attribute color." },
      { name: "--qr-bg", description: "Colour of the background. Overrides the attribute bg." },
    ],
    cssParts: [...partNames, "error"].map((name) => ({ name })),
    cssStates: [{ name: "error", description: "The last attempt to draw failed." }],
    slots: [{ name: "", description: "The text to encode if data is not set. Visible until the first render." }],
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

function fieldOf(name: string, attribute: string, text: string) {
  return { kind: "field", name, attribute, reflects: true, type: { text } };
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
