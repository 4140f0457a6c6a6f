import { announce, el, reveal, setText, uniqueId } from "../dom.ts";
import { iconButton } from "../icons/icon.ts";
import { inLabels } from "../labels.ts";
import { numberOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { pictureOf } from "../picture.ts";
import { QrError } from "../product/messages.ts";
import { formats, pictureSize, type QrOptions } from "../product/options.ts";
import { readDownload, readState } from "../reading.ts";
import type { State, Store } from "../state.ts";
import { type Choice, chosenOptions, type DownloadFormat, storeChoice, storedChoice } from "./download-choice.ts";

/** Creates the buttons below the QR code that download or copy the image. */
export function createActions(store: Store) {
  let choice = storedChoice();
  const size = el("small", {});
  const main = iconButton("download", "", () => save(choice), { "aria-label": undefined, class: "main" });
  main.append(size);
  const panel = el("div", { class: "download-panel", id: uniqueId("download"), hidden: true });
  const more = iconButton("more", text("downloadSettings"), toggle, {
    "aria-label": undefined,
    "aria-expanded": "false",
    "aria-controls": panel.id,
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    show(false);
    more.focus();
  });
  const copy = iconButton("copy", text("copy"), copyImage, { "aria-label": text("copyImage") });
  const embed = iconButton("code", text("embed"), showSnippets);
  const actions = [main, copy];
  copy.hidden = !("ClipboardItem" in window && navigator.clipboard);

  store.watch(showChoice);

  function showChoice(): void {
    const name = text("download", { format: choice.format.toUpperCase() });
    const label = main.querySelector("span:not(.icon)");
    if (label && label.textContent !== name) label.textContent = name;
    setText(size, choice.width === "" ? pixelText(choice) : text("millimetres", { width: choice.width }));
  }

  /** Returns the size in pixels. A vector has none. */
  function pixelText({ format }: Choice): string {
    return formats[format].vector ? "" : sizeText(readDownload(store.state).options);
  }

  /** Opens or closes the settings, which are loaded when they are first opened. */
  async function toggle(): Promise<void> {
    if (!panel.hidden) return show(false);
    if (!panel.firstChild) {
      const loaded = await import("./download-settings.ts").catch(() => undefined);
      if (!loaded) return announce(text("toolNotLoaded"));
      panel.append(
        loaded.createDownloadSettings(choice, (next) => {
          choice = next;
          storeChoice(next);
          showChoice();
        }),
      );
    }
    show(true);
    panel.querySelector<HTMLElement>("input:checked")?.focus();
  }

  function show(isOpen: boolean): void {
    panel.hidden = !isOpen;
    more.setAttribute("aria-expanded", String(isOpen));
  }

  async function save(chosen: Choice): Promise<void> {
    const { format } = chosen;
    const { payload } = readState(store.state);
    try {
      const file = await fileOf({ ...optionsOf(store.state, format), ...chosenOptions(chosen) });
      // A fixed name, because the file name must not reveal the content.
      download(file, `qr-${payload?.kind ?? "code"}.${formats[format].extension}`);
      announce(text("downloaded", { format: format.toUpperCase() }));
    } catch (error) {
      // For example, the width has too many dots for a PNG.
      if (!(error instanceof QrError)) throw error;
      announce(inLabels(error));
    }
  }

  async function copyImage(): Promise<void> {
    try {
      // Browsers allow this call only while they handle the click, so it gets a promise for the file.
      const file = fileOf({ ...optionsOf(store.state, "png"), format: "png" });
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file })]);
      announce(text("imageCopied"));
    } catch {
      announce(text("copyImageBlocked"));
    }
  }

  return {
    element: el(
      "div",
      { class: "actions", role: "group", "aria-label": text("downloadAndCopy") },
      main,
      more,
      copy,
      embed,
      panel,
    ),
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

/** Returns the options for a download. Only PNGs get the larger size, because vectors stay sharp at every size. */
function optionsOf(state: State, format: DownloadFormat): QrOptions {
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

async function fileOf(options: QrOptions): Promise<Blob> {
  const { body, contentType } = await pictureOf(options);
  return new Blob([body], { type: contentType });
}

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  el("a", { href: url, download: name }).click();
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
