import { formats, type ImageFormat, imageFormats } from "../../src/options/formats.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { announce, el, reveal } from "../dom.ts";
import { iconButton } from "../icons/icon.ts";
import { text } from "../languages/text.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";

/** Creates the buttons below the QR code that download or copy the image. */
export function createActions(store: Store) {
  const downloads = imageFormats.map((format, at) => {
    const name = format.toUpperCase();
    const action = text("Download {format}", { format: name });
    const label = at === 0 ? action : name;
    const attributes = { "aria-label": action, ...(at === 0 && { class: "main" }) };
    return iconButton("download", label, () => save(format), attributes);
  });
  const copy = iconButton("copy", text("Copy"), copyImage, { "aria-label": text("Copy image") });
  const embed = iconButton("code", text("Embed"), showSnippets);
  const actions = [...downloads, copy];
  copy.hidden = !("ClipboardItem" in window && navigator.clipboard);

  async function save(format: ImageFormat): Promise<void> {
    const { options, payload } = readState(store.state);
    // The file name must not reveal the content.
    download(await fileOf(options, format), `qr-${payload?.kind ?? "code"}.${formats[format].extension}`);
    announce(text("{format} downloaded", { format: format.toUpperCase() }));
  }

  async function copyImage(): Promise<void> {
    try {
      // Browsers allow this call only while they handle the click, so pass a promise for the file.
      const file = fileOf(readState(store.state).options, "png");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file })]);
      announce(text("Image copied"));
    } catch {
      announce(text("Could not copy: your browser blocked it. Download the PNG instead"));
    }
  }

  return {
    element: el("div", { class: "actions", role: "group", "aria-label": text("Download and copy") }, ...actions, embed),
    setEnabled(isEnabled: boolean): void {
      for (const action of actions) action.disabled = !isEnabled;
    },
  };
}

/** Goes to the snippets that embed the code in a page or an app. They load after the code. */
function showSnippets(): void {
  const section = document.querySelector(".use");
  if (!section) return;
  reveal(section);
  section.querySelector<HTMLElement>("[aria-selected=true]")?.focus({ preventScroll: true });
}

async function fileOf(options: QrOptions, format: ImageFormat): Promise<Blob> {
  const { body, contentType } = await pictureOf({ ...options, format });
  return new Blob([body], { type: contentType });
}

/** Downloads `file` under this name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  el("a", { href: url, download: name }).click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
