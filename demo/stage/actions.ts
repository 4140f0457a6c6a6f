import { announce, el } from "../dom.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { download, fileOf } from "./files.ts";

/** The buttons below the code. */
export function createActions(store: Store) {
  const png = el("button", { type: "button", class: "main", onclick: () => void save("png") }, "Download PNG");
  const svg = el("button", { type: "button", onclick: () => void save("svg") }, "Download SVG");
  const copy = el("button", { type: "button", onclick: () => void copyPicture() }, "Copy picture");
  const buttons = [png, svg, copy];
  copy.hidden = !("ClipboardItem" in window && navigator.clipboard);

  async function save(format: "png" | "svg"): Promise<void> {
    const { options, payload } = readState(store.state);
    // No name of a file tells what the code says.
    download(await fileOf(options, format), `qr-${payload?.kind ?? "code"}.${format}`);
    announce(`${format.toUpperCase()} saved`);
  }

  async function copyPicture(): Promise<void> {
    try {
      // Browsers want to be asked at once, and wait for the picture themselves.
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
