import { announce, el, reveal, setText } from "../dom.ts";
import { iconButton } from "../icons/icon.ts";
import { numberOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { pictureOf } from "../picture.ts";
import { formats, type ImageFormat, imageFormats, pictureSize, type QrOptions } from "../product/options.ts";
import { readDownload, readState } from "../reading.ts";
import type { State, Store } from "../state.ts";

/** Creates the buttons below the QR code that download or copy the image. */
export function createActions(store: Store) {
  const sizeOfPng = el("small", {});
  const downloads = imageFormats.map((format) => {
    const name = format.toUpperCase();
    const action = text("download", { format: name });
    if (format !== "png") return iconButton("download", name, () => save(format), { "aria-label": action });
    const main = iconButton("download", action, () => save(format), { "aria-label": undefined, class: "main" });
    main.append(sizeOfPng);
    return main;
  });
  const copy = iconButton("copy", text("copy"), copyImage, { "aria-label": text("copyImage") });
  const embed = iconButton("code", text("embed"), showSnippets);
  const actions = [...downloads, copy];
  copy.hidden = !("ClipboardItem" in window && navigator.clipboard);

  store.watch((state) => setText(sizeOfPng, sizeText(readDownload(state).options)));

  async function save(format: ImageFormat): Promise<void> {
    const { payload } = readState(store.state);
    // A fixed name, because the file name must not reveal the content.
    download(
      await fileOf(optionsOf(store.state, format), format),
      `qr-${payload?.kind ?? "code"}.${formats[format].extension}`,
    );
    announce(text("downloaded", { format: format.toUpperCase() }));
  }

  async function copyImage(): Promise<void> {
    try {
      // Browsers allow this call only while they handle the click, so it gets a promise for the file.
      const file = fileOf(optionsOf(store.state, "png"), "png");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file })]);
      announce(text("imageCopied"));
    } catch {
      announce(text("copyImageBlocked"));
    }
  }

  return {
    element: el("div", { class: "actions", role: "group", "aria-label": text("downloadAndCopy") }, ...actions, embed),
    setEnabled(isEnabled: boolean): void {
      for (const action of actions) action.disabled = !isEnabled;
    },
  };
}

/** Scrolls to the snippets that embed the code in a page or an app, which load after the code. */
function showSnippets(): void {
  const section = document.querySelector(".use");
  if (!section) return;
  reveal(section);
  section.querySelector<HTMLElement>("[aria-selected=true]")?.focus({ preventScroll: true });
}

/** Returns the options for a download. Only PNGs get the larger size, because SVGs stay sharp at every size. */
function optionsOf(state: State, format: ImageFormat): QrOptions {
  return (formats[format].vector ? readState : readDownload)(state).options;
}

/** Returns the size of a picture in words. */
export function sizeText(options: QrOptions): string {
  const { width, height } = pictureSize(options);
  const [across, down] = [numberOf(width), numberOf(height)];
  return width === height
    ? text("widthInPixels", { width: across })
    : text("sizeInPixels", { width: across, height: down });
}

async function fileOf(options: QrOptions, format: ImageFormat): Promise<Blob> {
  const { body, contentType } = await pictureOf({ ...options, format });
  return new Blob([body], { type: contentType });
}

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  el("a", { href: url, download: name }).click();
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
