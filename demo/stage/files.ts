import type { QrOptions } from "../../src/options/table.ts";
import { pictureOf } from "../picture.ts";

/** The picture as a file of `format`. @throws {QrError} DATA_TOO_LONG or a logo's error. */
export async function fileOf(options: QrOptions, format: "png" | "svg"): Promise<Blob> {
  const { body, contentType } = await pictureOf({ ...options, format });
  return new Blob([body], { type: contentType });
}

/** Hands `file` to the browser as a download. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
