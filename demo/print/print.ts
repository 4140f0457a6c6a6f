import { nodesOf } from "../../src/element/markup.ts";
import { QrError } from "../../src/errors.ts";
import { announce, el, field, freshId } from "../dom.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { layoutOf, PAPERS, type Paper } from "./page.ts";

const LEAST_MM = 10;
const MOST_MM = 190;
const MOST_COPIES = 500;

/** Milliseconds without a change after which the page is drawn. */
const REST = 300;

/** A sheet of codes in millimetres, for labels and table tents, and how its first page will be. */
export function createPrint(store: Store): HTMLElement {
  const width = el("input", { type: "number", id: freshId("mm"), min: LEAST_MM, max: MOST_MM, value: 40 });
  const copies = el("input", { type: "number", id: freshId("copies"), min: 1, max: MOST_COPIES, value: 12 });
  const paper = el("select", { id: freshId("paper") }, ...Object.keys(PAPERS).map((name) => el("option", {}, name)));
  const advice = el("p", { class: "about", role: "status" });
  const preview = el("div", { class: "preview" });
  const print = el("button", { type: "button", class: "main", onclick: () => void printSheet() }, "Print sheet");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  for (const input of [width, copies, paper]) input.addEventListener("input", later);
  store.watch(later);

  function later(): void {
    print.disabled = readState(store.state).data === undefined;
    const { mm, count, perPage, pages } = asked();
    const lot = `${count === 1 ? "1 code" : `${count} codes`} on ${pages === 1 ? "1 page" : `${pages} pages`}`;
    const share = pages === 1 ? "" : `, ${perPage} a page`;
    const rest = count % perPage;
    const last = pages > 1 && rest > 0 ? `, ${rest} on the last` : "";
    // Phones read a code from about ten times its width.
    const far = Math.round(mm / 5) * 5;
    advice.textContent = `${lot}${share}${last}. At ${mm} mm phones read them from about ${far} cm away.`;
    clearTimeout(timer);
    timer = setTimeout(() => void show(), REST);
  }

  function asked() {
    const mm = clamp(width.value, LEAST_MM, MOST_MM);
    const count = clamp(copies.value, 1, MOST_COPIES);
    const name = paper.value as Paper;
    return { mm, count, name, ...layoutOf(name, mm, count) };
  }

  /** The code as it is printed, or why there is none. */
  async function drawn(): Promise<SVGElement | QrError> {
    try {
      const { body } = await pictureOf({ ...readState(store.state).options, format: "svg" });
      return nodesOf(String(body), "QR code");
    } catch (error) {
      if (error instanceof QrError) return error;
      throw error;
    }
  }

  async function show(): Promise<void> {
    turn += 1;
    const mine = turn;
    const code = await drawn();
    if (mine !== turn) return;
    const { perPage, count, pages, name } = asked();
    preview.hidden = code instanceof QrError;
    if (code instanceof QrError) return;
    const words = `The ${pages === 1 ? "page" : "first page"}, ${name}`;
    preview.replaceChildren(page(code, Math.min(perPage, count)), el("p", { class: "about" }, words));
  }

  function page(code: SVGElement, count: number): HTMLElement {
    const { mm, name } = asked();
    const leaf = el("div", { class: `leaf ${name}`, "aria-hidden": "true" });
    leaf.style.setProperty("--mm", String(mm));
    for (let at = 0; at < count; at++) leaf.append(code.cloneNode(true));
    return leaf;
  }

  async function printSheet(): Promise<void> {
    const code = await drawn();
    if (code instanceof QrError) return announce(code.message);
    const { count, perPage } = asked();
    const sheet = el("div", { class: "sheet", "aria-hidden": "true" });
    for (let left = count; left > 0; left -= perPage) sheet.append(page(code, Math.min(perPage, left)));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
  }

  return el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "fields" },
      field("Width in millimetres, quiet zone and all", width),
      field("Copies", copies),
      field("Paper", paper),
    ),
    advice,
    preview,
    print,
  );
}

/** The number in `word`, brought between the bounds. */
function clamp(word: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(Number(word)) || least));
}
