import type { Issue, Report } from "../../src/api.ts";
import { nodesOf } from "../../src/element/markup.ts";
import { el, freshId } from "../dom.ts";
import { hasLogo } from "../picture.ts";
import { type Reading, readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createActions } from "./actions.ts";
import { coverOf } from "./cover.ts";
import { type Drawn, drawPlain, examineLogo, reportOf } from "./examine.ts";
import { createGrade } from "./grade.ts";
import { createIssues } from "./issues.ts";
import { createProof } from "./proof.ts";
import { createThumbnail } from "./thumbnail.ts";

/** Milliseconds for which nobody is told that a logo is on its way. */
const MOMENT = 120;

/** What became of the last state that was drawn. */
export interface Outcome {
  /** Whether there is a text and no code with it. */
  readonly failed: boolean;
  readonly issues: readonly Issue[];
}

export interface Stage {
  readonly element: HTMLElement;
  readonly outcome: Outcome;
  /** Calls `listener` now, and when the outcome is another. */
  watch(listener: () => void): void;
}

/** The code, large, with what can be said of it and done with it. */
export function createStage(store: Store): Stage {
  const paper = el("div", { class: "paper" });
  const caption = el("p", { class: "caption", tabindex: -1 });
  const facts = el("p", { class: "facts" });
  const cost = el("p", { class: "facts" });
  const coverSwitch = el("input", { type: "checkbox", id: freshId("cover"), onchange: () => showDrawn(shown) });
  const cover = el(
    "div",
    { class: "field flag", hidden: true },
    coverSwitch,
    el("label", { for: coverSwitch.id }, "Show what the logo covers"),
  );
  const thumbnail = createThumbnail(paper);
  const grade = createGrade();
  const issues = createIssues(store, caption);
  const actions = createActions(store);
  const proof = createProof((report, why) => {
    grade.show(report, shown !== undefined, why);
    if (report) showReport(report);
  });
  let shown: Drawn | undefined;
  let running = new AbortController();
  let outcome: Outcome = { failed: false, issues: [] };
  const listeners: (() => void)[] = [];

  store.watch((state) => {
    running.abort();
    running = new AbortController();
    const reading = readState(state);
    void (reading.data !== undefined && hasLogo(reading.options) ? showLogo : showPlain)(reading, running.signal);
    proof.ask(reading);
  });
  // From now on the device proves by itself.
  navigator.serviceWorker?.addEventListener("controllerchange", () => proof.ask(readState(store.state)));

  /** Shows what is there; undefined for nothing. */
  function showDrawn(drawn: Drawn | undefined): void {
    shown = drawn;
    caption.textContent = captionOf(readState(store.state), drawn !== undefined, true);
    const picture = drawn && pictureOf(drawn, coverSwitch.checked);
    paper.replaceChildren(...(picture ? [picture] : []));
    thumbnail.show(picture);
    paper.classList.toggle("stale", !drawn);
    paper.ariaBusy = "false";
    cover.hidden = !drawn?.layout;
    // What is not there is not read back either.
    if (!drawn) grade.show(undefined, false);
    // What is drawn in place of a wrong value is not what was asked for.
    const { data, issues: wrong } = readState(store.state);
    actions.show(drawn !== undefined && wrong.length === 0);
    tell({ failed: drawn === undefined && data !== undefined, issues: [] });
  }

  function tell(next: Outcome): void {
    outcome = next;
    for (const listener of listeners) listener();
  }

  async function showPlain(reading: Reading, signal: AbortSignal): Promise<void> {
    showDrawn(drawPlain(reading));
    const report = await reportOf(reading);
    if (!signal.aborted) showReport(report);
  }

  /** Until a logo has come, the picture before stays; when that takes a while, it is marked as the one before. */
  async function showLogo(reading: Reading, signal: AbortSignal): Promise<void> {
    const timer = setTimeout(() => !signal.aborted && showOld(), MOMENT);
    try {
      const { drawn, report } = await examineLogo(reading, signal);
      if (signal.aborted) return;
      showDrawn(drawn);
      showReport(report);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function showOld(): void {
    paper.classList.add("stale");
    paper.ariaBusy = "true";
    caption.textContent = "The logo is on its way: this is the code before";
    actions.show(false);
  }

  function showReport(report: Report): void {
    // What the text would be without its logo says nothing of a code that is not there.
    facts.textContent = shown ? factsOf(report) : "";
    cost.textContent = costOf(report);
    caption.textContent = captionOf(readState(store.state), shown !== undefined, report.valid);
    // Without a form that is filled in there is nothing to say of the text.
    const found = report.issues.filter(({ code }) => code !== "scan_skipped" && code !== "data_missing");
    issues.show(found, readState(store.state).options);
    tell({ ...outcome, issues: found });
  }

  return {
    element: el(
      "section",
      { class: "stage", "aria-label": "The code" },
      el("div", { class: "panel" }, paper, el("div", { class: "words" }, caption, facts, cost, cover, grade.element)),
      actions.element,
      issues.element,
      thumbnail.element,
    ),
    get outcome() {
      return outcome;
    },
    watch(listener) {
      listeners.push(listener);
      listener();
    },
  };
}

function pictureOf({ svg, layout }: Drawn, withCover: boolean): Element {
  const picture = nodesOf(svg, "QR code");
  // The page makes it as large as there is room.
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  if (layout && withCover) picture.append(coverOf(layout));
  return picture;
}

/** What the text is to phones, without what is secret in it; or why there is no code. */
function captionOf({ payload, lacks, issues }: Reading, isDrawn: boolean, isValid: boolean): string {
  if (!payload) {
    return lacks ? "Fill in the form, and here is the code" : "The form has a mistake: mend it, and here is the code";
  }
  if (!isDrawn) return "There is no such code: see below";
  if (issues.length > 0) return "A value is not right: see below";
  if (!isValid) return "Not every phone will read this: see below";
  return `Phones ${payload.purpose}`;
}

function factsOf({ qr }: Report): string {
  if (!qr) return "";
  const { version, size, ec, bits } = qr;
  const used = Math.round((bits.used / bits.capacity) * 100);
  return `Version ${version}, ${size} × ${size} modules, level ${ec}, ${used}\u00a0% full`;
}

/** What a logo takes of the error correction. */
function costOf({ logo }: Report): string {
  if (!logo) return "";
  const { spoiled, correctable } = logo.budget;
  return `The logo spoils ${spoiled} codewords where ${correctable} can be corrected`;
}
