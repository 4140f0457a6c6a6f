import { encodeSymbol } from "../../src/core/core.ts";
import { nodesOf } from "../../src/element/markup.ts";
import { QrError } from "../../src/errors.ts";
import type { QrOptions } from "../../src/options/table.ts";
import type { Picture } from "../../src/picture.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { announce, el, field, freshId, setWords } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { drawnWithLogo, hasLogo } from "../picture.ts";
import { readState, whatToDoFirst } from "../reading.ts";
import type { Store } from "../state.ts";
import { distanceOf, layoutOf, PAPERS, type Paper } from "./print-layout.ts";

const LEAST_MM = 10;
const MOST_MM = 190;
const MOST_COPIES = 500;

/** Milliseconds without a change after which the page is drawn. */
const IDLE = 300;

const NO_CODE = "There is no such code: see below the code.";

/** A printable sheet of codes, sized in millimeters, with a preview of its first page. */
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
    clearTimeout(timer);
    turn += 1;
    const reading = readState(store.state);
    const { data, issues, options } = reading;
    const side = sideOf(options);
    const [fault] = faults;
    if (fault) refuse(`${fault.name} must be a whole number from ${fault.least} to ${fault.most}.`);
    else if (data === undefined) refuse(`${whatToDoFirst(reading)}.`);
    // With an invalid value, a default would be printed in its place.
    else if (issues.length > 0) refuse("A value is not right: see below the code.");
    else if (side === undefined) refuse(NO_CODE);
    else {
      // Whether there is a code with the logo is known only once it is drawn.
      print.disabled = hasLogo(options);
      if (!print.disabled) advise(side);
      timer = setTimeout(() => void show(), IDLE);
    }
  }

  /** Shows how many codes there will be on how many pages, and from how far phones read them. */
  function advise(side: number): void {
    const { mm, count, perPage, pages } = asked();
    const lot = `${count === 1 ? "1 code" : `${count} codes`} on ${pages === 1 ? "1 page" : `${pages} pages`}`;
    const share = pages === 1 ? "" : `, ${perPage} a page`;
    const rest = count % perPage;
    const last = pages > 1 && rest > 0 ? `, ${rest} on the last` : "";
    const read = distanceOf(side + 2 * readState(store.state).options.margin, mm);
    const reach =
      "far" in read
        ? `phones read them from about ${read.far} cm away.`
        : `its modules are too fine for phones: make it ${read.least} mm wide, or the text shorter.`;
    setWords(advice, `${lot}${share}${last}. At ${mm} mm ${reach}`);
  }

  /** Shows why nothing can be printed. */
  function refuse(message: string): void {
    preview.hidden = true;
    print.disabled = true;
    setWords(advice, message);
  }

  function asked() {
    const [mm, count] = [Number(width.value), Number(copies.value)];
    const name = paper.value as Paper;
    return { mm, count, name, ...layoutOf(name, mm, count) };
  }

  /** Resolves to the code and its width in modules, or to the error. */
  async function drawn(): Promise<{ readonly code: SVGElement; readonly side: number } | QrError> {
    const options = { ...readState(store.state).options, format: "svg" } as const;
    try {
      if (!hasLogo(options))
        return { code: codeOf(drawPicture(options)), side: encodeSymbol(options.data, options).side };
      const { picture, layout } = await drawnWithLogo(options);
      // A logo may need a larger version than the text alone.
      return { code: codeOf(picture), side: (layout?.symbol ?? encodeSymbol(options.data, options)).side };
    } catch (error) {
      if (error instanceof QrError) return error;
      throw error;
    }
  }

  async function show(): Promise<void> {
    const mine = turn;
    const found = await drawn();
    if (mine !== turn) return;
    if (found instanceof QrError) {
      refuse(NO_CODE);
      return;
    }
    advise(found.side);
    print.disabled = false;
    preview.hidden = false;
    const { perPage, count, pages, name } = asked();
    const words = `The ${pages === 1 ? "page" : "first page"}, ${name}`;
    preview.replaceChildren(page(found.code, Math.min(perPage, count)), el("p", { class: "about" }, words));
  }

  function page(code: SVGElement, count: number): HTMLElement {
    const { mm, name } = asked();
    const leaf = el("div", { class: `leaf ${name}`, "aria-hidden": "true" });
    leaf.style.setProperty("--mm", String(mm));
    for (let at = 0; at < count; at++) leaf.append(code.cloneNode(true));
    return leaf;
  }

  async function printSheet(): Promise<void> {
    const found = await drawn();
    if (found instanceof QrError) return announce(inLabels(found));
    const { count, perPage } = asked();
    const sheet = el("div", { class: "sheet", "aria-hidden": "true" });
    for (let left = count; left > 0; left -= perPage) sheet.append(page(found.code, Math.min(perPage, left)));
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

/** Returns the width of the code in modules; undefined if the text is too long. */
function sideOf(options: QrOptions): number | undefined {
  try {
    return encodeSymbol(options.data, options).side;
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

function codeOf({ body }: Picture): SVGElement {
  return nodesOf(String(body), "QR code");
}

/** Whether `word` is an integer within the bounds. */
function isBetween(word: string, least: number, most: number): boolean {
  return /^\d{1,4}$/.test(word) && Number(word) >= least && Number(word) <= most;
}
