import { formats, type ImageFormat, imageFormats } from "../../src/options/formats.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { announce, el } from "../dom.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";

/** The buttons below the code. */
export function createActions(store: Store) {
  const downloads = imageFormats.map((format, at) =>
    el(
      "button",
      { type: "button", ...(at === 0 && { class: "main" }), onclick: () => void save(format) },
      `Download ${format.toUpperCase()}`,
    ),
  );
  const copy = el("button", { type: "button", onclick: () => void copyPicture() }, "Copy picture");
  const buttons = [...downloads, copy];
  copy.hidden = !("ClipboardItem" in window && navigator.clipboard);

  async function save(format: ImageFormat): Promise<void> {
    const { options, payload } = readState(store.state);
    // The file name must not reveal the content.
    download(await fileOf(options, format), `qr-${payload?.kind ?? "code"}.${formats[format].extension}`);
    announce(`${format.toUpperCase()} saved`);
  }

  async function copyPicture(): Promise<void> {
    try {
      // Browsers require the call in the click itself, and wait for the picture.
      const file = fileOf(readState(store.state).options, "png");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file })]);
      announce("The picture is in the clipboard");
    } catch {
      announce("The browser does not allow copying: download the PNG");
    }
  }

  return {
    element: el("div", { class: "actions", role: "group", "aria-label": "Take it with you" }, ...buttons),
    show(isDrawn: boolean): void {
      for (const button of buttons) button.disabled = !isDrawn;
    },
  };
}

async function fileOf(options: QrOptions, format: ImageFormat): Promise<Blob> {
  const { body, contentType } = await pictureOf({ ...options, format });
  return new Blob([body], { type: contentType });
}

/** Downloads `file` under this name. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
