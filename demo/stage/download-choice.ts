import {
  type Format,
  formats,
  type ImageFormat,
  imageFormats,
  type PrintFormat,
  type QrOptions,
} from "../product/options.ts";

/** The formats of downloads, in display order. */
export const downloadFormats = [...imageFormats, "pdf", "eps"] as const satisfies readonly (
  | ImageFormat
  | PrintFormat
)[];

export type DownloadFormat = (typeof downloadFormats)[number];

/** What the main button downloads. */
export interface Choice {
  readonly format: DownloadFormat;
  /** The width in print in millimetres, as the user wrote it; empty for the size in pixels. */
  readonly width: string;
  /** Dots per inch of a PNG with such a width. */
  readonly dpi: number;
}

/** The resolutions of screens, label printers, and laser and photo printers. */
export const resolutions = [150, 203, 300, 600, 1200] as const;

const FIRST: Choice = { format: "png", width: "", dpi: 300 };
const STORED = "isoqr-download";

/** Returns the last choice in this browser. */
export function storedChoice(): Choice {
  try {
    const { format, width, dpi } = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return {
      format: downloadFormats.find((one) => one === format) ?? FIRST.format,
      width: typeof width === "string" && isWidth(width) ? width : FIRST.width,
      dpi: resolutions.find((one) => one === dpi) ?? FIRST.dpi,
    };
  } catch {
    // The browser stores nothing for this page, or something else is stored there.
    return FIRST;
  }
}

export function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(choice));
  } catch {
    // The choice is lost with the page.
  }
}

/** Returns whether `width` is empty or a width in millimetres. A comma is a decimal point in most languages. */
export function isWidth(width: string): boolean {
  const [, number] = /^(\d{1,4}(?:[.,]\d{1,2})?)$/.exec(width) ?? [];
  const value = Number(number?.replace(",", "."));
  return width === "" || (value >= 5 && value <= 5000);
}

/** Returns the options that a choice adds to those of the page. */
export function chosenOptions({ format, width, dpi }: Choice): Partial<QrOptions> & { readonly format: Format } {
  if (width === "") return { format };
  return { format, width: `${width.replace(",", ".")}mm`, ...(formats[format].body === "bytes" && { dpi }) };
}
