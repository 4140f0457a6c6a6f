/** What is known of an output format before anything is drawn. */
export interface FormatRow {
  /** Description for documents. */
  readonly about: string;
  readonly contentType: string;
  /** The extension of file names, without the dot. */
  readonly extension: string;
  /** The type of the body. A batch carries bytes as a base64 data URI, text as a string and JSON as a value. */
  readonly body: "bytes" | "text" | "json";
  /** An image takes a logo, and links and pages offer it. Other formats ignore the options of logos. */
  readonly image?: true;
  /** Modules are drawn without rounding to whole pixels. */
  readonly vector?: true;
  /** Browsers open it as a page, which is why it is sent with a content security policy. */
  readonly page?: true;
}

const rows = {
  png: { about: "PNG image", contentType: "image/png", extension: "png", body: "bytes", image: true },
  svg: {
    about: "SVG document",
    contentType: "image/svg+xml",
    extension: "svg",
    body: "text",
    image: true,
    vector: true,
    page: true,
  },
  json: { about: "JSON matrix of modules", contentType: "application/json", extension: "json", body: "json" },
  txt: { about: "text for terminals", contentType: "text/plain; charset=utf-8", extension: "txt", body: "text" },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type Format = keyof typeof rows;

/** The output formats by their names, in the order of documents. `writers` of render/formats.ts draws them. */
export const formats: { readonly [Name in Format]: FormatRow & (typeof rows)[Name] } = rows;

export const formatNames = /* @__PURE__ */ Object.keys(formats) as Format[];

/** The formats whose rows have `image`. */
export type ImageFormat = { [Name in Format]: (typeof formats)[Name] extends { image: true } ? Name : never }[Format];

export const imageFormats = /* @__PURE__ */ formatNames.filter((name) => formats[name].image) as ImageFormat[];

/** The body of a picture in the format `Name`. */
export type BodyOf<Name extends Format> = Name extends Format
  ? (typeof formats)[Name]["body"] extends "bytes"
    ? Uint8Array<ArrayBuffer>
    : string
  : never;

/** Returns the format whose files have this extension; undefined if there is none. */
export function formatOfExtension(extension: string): Format | undefined {
  return formatNames.find((name) => formats[name].extension === extension);
}

/** Returns the format with this content type; parameters such as charset are ignored. Undefined if there is none. */
export function formatOfType(contentType: string): Format | undefined {
  return formatNames.find((name) => bareType(formats[name].contentType) === bareType(contentType));
}

/** Returns `contentType` without its parameters. */
export function bareType(contentType: string): string {
  return contentType.split(";", 1)[0] as string;
}
