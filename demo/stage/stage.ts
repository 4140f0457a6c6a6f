import type { Examination } from "../../src/service/inspect.ts";
import type { Finding } from "../../src/service/issues.ts";
import { el, freshId } from "../dom.ts";
import { hasLogo } from "../picture.ts";
import { type Reading, readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createActions } from "./download.ts";
import { type Drawn, drawPlain, examineLogo, nodesOfDrawn, reportOf } from "./drawing.ts";
import { createGrade, createScanCheck } from "./grade.ts";
import { createIssues, findingsIn } from "./issues.ts";

/** Milliseconds before a loading logo is announced. */
const LOADING_DELAY = 120;

/** The outcome of the state that was drawn last. */
export interface Outcome {
  /** Whether the text could not be drawn. */
  readonly failed: boolean;
  readonly issues: readonly Finding[];
}

export interface Stage {
  readonly element: HTMLElement;
  readonly outcome: Outcome;
  /** Calls `listener` now, and whenever the outcome changes. */
  watch(listener: () => void): void;
}

/** The code, with its report, downloads and issues. */
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
  const scanCheck = createScanCheck((report, why) => {
    grade.show(report, shown !== undefined, why);
    if (report) showReport({ ...report, issues: findingsIn(report, outcome.issues, readState(store.state).options) });
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
    scanCheck.start(reading);
  });
  // From now on the service worker decodes on the device.
  navigator.serviceWorker?.addEventListener("controllerchange", () => scanCheck.start(readState(store.state)));

  /** Shows `drawn`, or an empty stage. */
  function showDrawn(drawn: Drawn | undefined): void {
    shown = drawn;
    caption.textContent = captionOf(readState(store.state), drawn !== undefined, true);
    const picture = drawn && nodesOfDrawn(drawn, coverSwitch.checked);
    paper.replaceChildren(...(picture ? [picture] : []));
    thumbnail.show(picture);
    paper.classList.toggle("stale", !drawn);
    paper.ariaBusy = "false";
    cover.hidden = !drawn?.layout;
    if (!drawn) grade.show(undefined, false);
    // With an invalid value, the drawing has a default in its place: it is not what was asked for.
    const { data, issues: wrong } = readState(store.state);
    actions.show(drawn !== undefined && wrong.length === 0);
    publish({ failed: drawn === undefined && data !== undefined, issues: [] });
  }

  function publish(next: Outcome): void {
    outcome = next;
    for (const listener of listeners) listener();
  }

  async function showPlain(reading: Reading, signal: AbortSignal): Promise<void> {
    showDrawn(drawPlain(reading));
    const report = await reportOf(reading);
    if (!signal.aborted) showReport(report);
  }

  /** Keeps the previous picture until the logo is loaded; if that takes long, marks it as the previous one. */
  async function showLogo(reading: Reading, signal: AbortSignal): Promise<void> {
    const timer = setTimeout(() => !signal.aborted && showOld(), LOADING_DELAY);
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

  function showReport(report: Examination): void {
    // Facts about the text without its logo would be misleading when there is no code.
    facts.textContent = shown ? factsOf(report) : "";
    cost.textContent = costOf(report);
    caption.textContent = captionOf(readState(store.state), shown !== undefined, report.valid);
    // While the form is incomplete, a missing text is not an issue.
    const found = report.issues.filter(({ code }) => code !== "scan_skipped" && code !== "data_missing");
    issues.show(found, readState(store.state).options);
    publish({ ...outcome, issues: found });
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

/** Returns what phones do with the text, without its secrets; or why there is no code. */
function captionOf({ payload, lacks, issues }: Reading, isDrawn: boolean, isValid: boolean): string {
  if (!payload) {
    return lacks ? "Fill in the form, and here is the code" : "The form has a mistake: mend it, and here is the code";
  }
  if (!isDrawn) return "There is no such code: see below";
  if (issues.length > 0) return "A value is not right: see below";
  if (!isValid) return "Not every phone will read this: see below";
  return `Phones ${payload.purpose}`;
}

function factsOf({ qr }: Examination): string {
  if (!qr) return "";
  const { version, size, ec, bits } = qr;
  const used = Math.round((bits.used / bits.capacity) * 100);
  return `Version ${version}, ${size} × ${size} modules, level ${ec}, ${used}\u00a0% full`;
}

/** Returns how much of the error correction the logo uses. */
function costOf({ logo }: Examination): string {
  if (!logo) return "";
  const { spoiled, correctable } = logo.budget;
  return `The logo spoils ${spoiled} codewords where ${correctable} can be corrected`;
}

/** A small copy of the code in a corner of the screen while `paper` is scrolled out of view, as on phones; a tap scrolls back
 *  to it. The style sheet hides it where the code always stays in view. */
function createThumbnail(paper: HTMLElement) {
  const picture = el("span", { class: "small-paper", "aria-hidden": "true" });
  const button = el("button", { type: "button", class: "thumbnail", "aria-label": "Back to the code" }, picture);
  button.addEventListener("click", () => paper.scrollIntoView({ block: "center" }));
  button.hidden = true;
  let code: Element | undefined;
  let isSeen = true;

  function settle(): void {
    button.hidden = isSeen || !code;
    picture.replaceChildren(...(code && !isSeen ? [code.cloneNode(true)] : []));
  }

  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting === true;
    settle();
  }).observe(paper);
  return {
    element: button,
    /** Shows a copy of `drawn`, or nothing. */
    show(drawn: Element | undefined): void {
      code = drawn;
      settle();
    },
  };
}
