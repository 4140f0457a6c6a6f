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

  const numbers = [
    { input: width, name: "Width", least: LEAST_MM, most: MOST_MM },
    { input: copies, name: "Copies", least: 1, most: MOST_COPIES },
  ];

  for (const input of [width, copies, paper]) input.addEventListener("input", later);
  store.watch(later);

  function later(): void {
    const faults = numbers.filter(({ input, least, most }) => !isBetween(input.value, least, most));
    for (const { input } of numbers)
      input.setAttribute("aria-invalid", String(faults.some((one) => one.input === input)));
    print.disabled = readState(store.state).data === undefined || faults.length > 0;
    clearTimeout(timer);
    const [fault] = faults;
    if (fault) {
      turn += 1;
      preview.hidden = true;
      advice.textContent = `${fault.name} must be a whole number from ${fault.least} to ${fault.most}.`;
      return;
    }
    const { mm, count, perPage, pages } = asked();
    const lot = `${count === 1 ? "1 code" : `${count} codes`} on ${pages === 1 ? "1 page" : `${pages} pages`}`;
    const share = pages === 1 ? "" : `, ${perPage} a page`;
    const rest = count % perPage;
    const last = pages > 1 && rest > 0 ? `, ${rest} on the last` : "";
    // Phones read a code from about ten times its width.
    const far = Math.round(mm / 5) * 5;
    advice.textContent = `${lot}${share}${last}. At ${mm} mm phones read them from about ${far} cm away.`;
    timer = setTimeout(() => void show(), REST);
  }

  function asked() {
    const [mm, count] = [Number(width.value), Number(copies.value)];
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

/** Whether `word` is a whole number in the bounds. */
function isBetween(word: string, least: number, most: number): boolean {
  return /^\d{1,4}$/.test(word) && Number(word) >= least && Number(word) <= most;
}
