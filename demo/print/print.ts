import { nodesOf } from "../../src/element/markup.ts";
import { QrError } from "../../src/errors.ts";
import { announce, el, field, freshId } from "../dom.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";

const LEAST_MM = 10;
const MOST_MM = 190;
const MOST_COPIES = 500;

/** A sheet of codes in millimetres, for labels and table tents. */
export function createPrint(store: Store): HTMLElement {
  const width = el("input", { type: "number", id: freshId("mm"), min: LEAST_MM, max: MOST_MM, value: 40 });
  const copies = el("input", { type: "number", id: freshId("copies"), min: 1, max: MOST_COPIES, value: 12 });
  const advice = el("p", { class: "about", role: "status" });
  const print = el("button", { type: "button", class: "main", onclick: () => void printSheet() }, "Print sheet");

  width.addEventListener("input", advise);
  store.watch(advise);

  function advise(): void {
    print.disabled = readState(store.state).data === undefined;
    // Phones read a code from about ten times its width.
    const far = Math.round(clamp(width.value, LEAST_MM, MOST_MM) / 5) * 5;
    advice.textContent = `At ${clamp(width.value, LEAST_MM, MOST_MM)} mm phones read it from about ${far} cm away.`;
  }

  async function printSheet(): Promise<void> {
    try {
      const { options } = readState(store.state);
      const { body } = await pictureOf({ ...options, format: "svg" });
      const sheet = el("div", { class: "sheet", "aria-hidden": "true" });
      sheet.style.setProperty("--mm", `${clamp(width.value, LEAST_MM, MOST_MM)}mm`);
      for (let at = 0; at < clamp(copies.value, 1, MOST_COPIES); at++)
        sheet.append(nodesOf(String(body), "QR code"));
      document.body.append(sheet);
      addEventListener("afterprint", () => sheet.remove(), { once: true });
      window.print();
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      announce(error.message);
    }
  }

  return el(
    "div",
    { class: "stack" },
    el("div", { class: "fields" }, field("Width in millimetres, quiet zone and all", width), field("Copies", copies)),
    advice,
    print,
  );
}

/** The number in `word`, brought between the bounds. */
function clamp(word: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(Number(word)) || least));
}
