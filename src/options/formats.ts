/** What is known of an output format before anything is drawn. */
interface FormatRow {
  /** What it is, for documents. */
  readonly about: string;
  readonly contentType: string;
  /** The ending of file names, without the dot. */
  readonly extension: string;
  /** What an answer's body is, and how a batch carries it: bytes as a base64 data URI, text as a string, and JSON, which is
   *  text as well, as the value it stands for. */
  readonly body: "bytes" | "text" | "json";
  /** Takes a logo, and is offered by links and pages. Other formats ignore the options of logos. */
  readonly logo?: true;
  /** Has no pixels: modules are fractions of them where they have to be. */
  readonly vector?: true;
  /** Browsers run it as a page of its own, so that it is sent with a policy. */
  readonly page?: true;
}

/** The output formats, in the order of documents; `writers` of render/formats.ts draws them. */
export const formats = {
  png: { about: "PNG image", contentType: "image/png", extension: "png", body: "bytes", logo: true },
  svg: {
    about: "SVG document",
    contentType: "image/svg+xml",
    extension: "svg",
    body: "text",
    logo: true,
    vector: true,
    page: true,
  },
  json: { about: "JSON matrix of modules", contentType: "application/json", extension: "json", body: "json" },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as Format[];

/** Whether a picture of `format` takes a logo. */
export function takesLogo(format: Format): boolean {
  return "logo" in formats[format];
}
