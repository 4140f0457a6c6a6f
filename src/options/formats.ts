/** The properties of an output format. */
export interface FormatRow {
  readonly contentType: string;
  /** The extension of file names, without the dot. */
  readonly extension: string;
  /** The type of the body. Batches send bytes as a base64 data URI, text as a string and JSON as a value. */
  readonly body: "bytes" | "text" | "json";
  /** Whether the format is an image. Only images support logos, and only images are available for links and in pages.
   *  All other formats ignore the logo options. */
  readonly image?: true;
  /** Whether this is a vector format, in which modules need not be whole pixels wide. */
  readonly vector?: true;
  /** Whether this is a format for print, with lengths in points. Pages cannot show it, so only the service draws it. */
  readonly print?: true;
  /** Whether browsers open a file in this format as a page. Such a file is sent with a Content-Security-Policy. */
  readonly page?: true;
}

const rows = {
  png: { contentType: "image/png", extension: "png", body: "bytes", image: true },
  svg: {
    contentType: "image/svg+xml",
    extension: "svg",
    body: "text",
    image: true,
    vector: true,
    page: true,
  },
  pdf: { contentType: "application/pdf", extension: "pdf", body: "bytes", image: true, vector: true, print: true },
  eps: {
    contentType: "application/postscript",
    extension: "eps",
    body: "text",
    image: true,
    vector: true,
    print: true,
  },
  json: { contentType: "application/json", extension: "json", body: "json" },
  txt: { contentType: "text/plain; charset=utf-8", extension: "txt", body: "text" },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type Format = keyof typeof rows;

/** The output formats by name, in documentation order. `painters` in render/pictures.ts draws them. */
export const formats: { readonly [Name in Format]: FormatRow & (typeof rows)[Name] } = rows;

export const formatNames = /* @__PURE__ */ Object.keys(formats) as Format[];

export type PrintFormat = { [Name in Format]: (typeof formats)[Name] extends { print: true } ? Name : never }[Format];

/** The images that pages can show. */
export type ImageFormat = Exclude<
  { [Name in Format]: (typeof formats)[Name] extends { image: true } ? Name : never }[Format],
  PrintFormat
>;

export const imageFormats = /* @__PURE__ */ formatNames.filter(
  (name) => formats[name].image && !("print" in formats[name]),
) as ImageFormat[];

export type BodyOf<Name extends Format> = Name extends Format
  ? (typeof formats)[Name]["body"] extends "bytes"
    ? Uint8Array<ArrayBuffer>
    : string
  : never;

/** Returns the format with this file extension, if any. */
export function formatOfExtension(extension: string): Format | undefined {
  return formatNames.find((name) => formats[name].extension === extension);
}

/** Returns the format with this content type, if any. Ignores parameters such as charset. */
export function formatOfType(contentType: string): Format | undefined {
  return formatNames.find((name) => bareType(formats[name].contentType) === bareType(contentType));
}

/** Returns `contentType` without its parameters. */
export function bareType(contentType: string): string {
  return contentType.split(";", 1)[0] as string;
}
