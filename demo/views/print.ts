import { announce, button, el, field, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { showError } from "../look/option-input.ts";
import { drawWithLogo } from "../picture.ts";
import { QrError } from "../product/messages.ts";
import { needsHost, pictureSize, type QrOptions } from "../product/options.ts";
import { drawSvgDesign, encodeSymbol, layOutFrame } from "../product/pictures.ts";
import { attempt, nextStep, readState } from "../reading.ts";
import { namedNodes, type ShownSvg } from "../stage/first-code.ts";
import { lengthOf } from "../stage/margins.ts";
import type { Stage } from "../stage/stage.ts";
import type { Store } from "../state.ts";
import { distanceOf, layoutOf, PAPERS, type Paper, sheetText } from "./print-layout.ts";

const MIN_MM = 10;
const MAX_MM = 190;
const MAX_COPIES = 500;

/** Milliseconds to wait after a change before the page is drawn. */
const IDLE = 300;

/** Creates the view with printable pages of QR codes, sized in millimetres, and a preview of the first page. */
export function createPrint(store: Store, stage: Stage): HTMLElement {
  const width = el("input", { type: "number", id: uniqueId("mm"), min: MIN_MM, max: MAX_MM, value: 40 });
  const copies = el("input", { type: "number", id: uniqueId("copies"), min: 1, max: MAX_COPIES, value: 12 });
  const widthError = el("p", { class: "fault", id: `${width.id}-fault` });
  const copiesError = el("p", { class: "fault", id: `${copies.id}-fault` });
  const paper = el("select", { id: uniqueId("paper") }, ...Object.keys(PAPERS).map((name) => el("option", {}, name)));
  const status = el("p", { class: "about", role: "status" });
  const hint = el("p", { class: "about" }, text("posterHint"));
  const preview = el("div", { class: "preview" });
  const print = button(text("print"), printSheet, { class: "main" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of changes so far. If it changes while a QR code is being drawn, the result is outdated. */
  let revision = 0;
  /** The width in modules of the code that was described last. */
  let shownSide = 0;

  width.setAttribute("aria-describedby", widthError.id);
  copies.setAttribute("aria-describedby", copiesError.id);
  for (const input of [width, copies, paper]) input.addEventListener("input", update);
  store.watch(update);
  stage.watch(() => print.disabled || describe(shownSide));

  function update(): void {
    const isWidthValid = isBetween(width.value, MIN_MM, MAX_MM);
    const areCopiesValid = isBetween(copies.value, 1, MAX_COPIES);
    showError(width, widthError, isWidthValid ? "" : text("widthInvalid", { min: MIN_MM, max: MAX_MM }));
    showError(copies, copiesError, areCopiesValid ? "" : text("copiesInvalid", { max: MAX_COPIES }));
    clearTimeout(timer);
    revision += 1;
    const reading = readState(store.state);
    const { data, issues, options, payload } = reading;
    hint.hidden = payload?.kind !== "wifi" || !payload.secret;
    const side = sideOf(options);
    if (!isWidthValid || !areCopiesValid) refuse("");
    else if (data === undefined) refuse(nextStep(reading));
    // With an invalid option, the print would use a default instead.
    else if (issues.length > 0) refuse(text("settingInvalid"));
    else if (side === undefined) refuse(text("codeFailed"));
    else {
      // A code with a logo can be printed after it has been drawn without an error.
      print.disabled = needsHost(options);
      if (!print.disabled) describe(side);
      timer = setTimeout(() => void show(), IDLE);
    }
  }

  /** Shows the numbers of codes and pages that will be printed. If the scan check is done and the code scans well enough,
   *  also shows the distance from which phones can scan the codes. */
  function describe(side: number): void {
    shownSide = side;
    const { mm, count, perPage, pages } = layout();
    const codes = text("codeCount", { count });
    const sheet = sheetText({ count, perPage, pages }, text);
    const { options } = readState(store.state);
    const { scan } = stage.outcome;
    const reach = scan && scan.grade < "D" ? (scan.distance ?? undefined) : undefined;
    const result = distanceOf(side + 2 * options.margin, mm * shareOf(options), reach);
    const advice =
      "minWidth" in result ? tooSmall(result.minWidth / shareOf(options)) : scannable(result.distance, count);
    if (advice === undefined) setText(status, text("codesOnSheet", { codes, sheet }));
    else setText(status, text("codesOnSheetAdvice", { codes, sheet, width: mm, advice }));
  }

  /** Shows why printing is not possible. */
  function refuse(reason: string): void {
    preview.hidden = true;
    print.disabled = true;
    setText(status, reason);
  }

  function layout() {
    const [mm, count] = [Number(width.value), Number(copies.value)];
    const name = paper.value as Paper;
    // The banner of a frame makes the picture higher than wide.
    const { width: across, height: down } = pictureSize(readState(store.state).options);
    return { mm, count, name, ...layoutOf(name, mm, down / across, count) };
  }

  /** Resolves to the QR code and its width in modules, or to the error. */
  async function draw(): Promise<{ readonly code: Element; readonly side: number } | QrError> {
    const options = { ...readState(store.state).options, format: "svg" } as const;
    try {
      const { picture, layout } = needsHost(options)
        ? await drawWithLogo(options)
        : { picture: drawSvgDesign(options), layout: undefined };
      // With a logo, a code may need a larger version than the text alone.
      const { side } = layout?.symbol ?? encodeSymbol(options.data, options);
      return { code: namedNodes(picture as ShownSvg), side };
    } catch (error) {
      if (error instanceof QrError) return error;
      throw error;
    }
  }

  async function show(): Promise<void> {
    const current = revision;
    const drawn = await draw();
    if (current !== revision) return;
    if (drawn instanceof QrError) return refuse(text("codeFailed"));
    describe(drawn.side);
    print.disabled = false;
    preview.hidden = false;
    const { perPage, count, pages, name } = layout();
    const label = pages === 1 ? text("onlyPage", { paper: name }) : text("firstPage", { paper: name });
    preview.replaceChildren(page(drawn.code, Math.min(perPage, count)), el("p", { class: "about" }, label));
  }

  function page(code: Element, count: number): HTMLElement {
    const { mm, name } = layout();
    const leaf = el("div", { class: `leaf ${name}`, "aria-hidden": "true" });
    leaf.style.setProperty("--mm", String(mm));
    for (let at = 0; at < count; at++) leaf.append(code.cloneNode(true));
    return leaf;
  }

  async function printSheet(): Promise<void> {
    const drawn = await draw();
    if (drawn instanceof QrError) return announce(inLabels(drawn));
    const { count, perPage } = layout();
    const sheet = el("div", { class: "sheet", "aria-hidden": "true" });
    for (let left = count; left > 0; left -= perPage) sheet.append(page(drawn.code, Math.min(perPage, left)));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
  }

  const widthField = field(text("printWidth"), width, widthError);
  widthField.classList.add("wide");
  return el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "fields" },
      widthField,
      field(text("copies"), copies, copiesError),
      field(text("paperSize"), paper),
    ),
    status,
    hint,
    preview,
    print,
  );
}

function tooSmall(minWidth: number): string {
  return text("tooSmallToScan", {
    width: Math.ceil(minWidth),
  });
}

/** Returns from which distance in centimetres phones can scan `count` codes; undefined if it is not known. */
function scannable(distance: number | undefined, count: number): string | undefined {
  if (distance === undefined) return undefined;
  return text("scanDistance", { count, distance: lengthOf(distance) });
}

/** Returns the width of the code and its quiet zone as a share of the picture's width. */
function shareOf(options: QrOptions): number {
  return options.frame === "none" ? 1 : layOutFrame(options).code.side / options.size;
}

/** Returns the width of the QR code in modules, or undefined if the text is too long. */
function sideOf(options: QrOptions): number | undefined {
  const symbol = attempt(() => encodeSymbol(options.data, options));
  return symbol instanceof QrError ? undefined : symbol.side;
}

/** Returns whether `text` is an integer from `min` to `max`. */
function isBetween(text: string, min: number, max: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
