import { button, el, reveal, uniqueId } from "../dom.ts";
import { icon } from "../icons/icon.ts";
import { labelOf } from "../labels.ts";
import { isTextId, type TextId, text } from "../languages/text.ts";
import { needsHost } from "../product/options.ts";
import type { Examination, Finding } from "../product/report.ts";
import type { Report } from "../product/service.ts";
import { type Reading, readDownload, readState } from "../reading.ts";
import { isPending, type Store } from "../state.ts";
import { createBetter } from "./better.ts";
import { createActions } from "./download.ts";
import { type Drawn, examineLogo, nodesOfDrawn, reportOf } from "./drawing.ts";
import { drawPlain, showPage } from "./first-code.ts";
import { createGrade, createScanCheck } from "./grade.ts";
import { createIssues, findingsIn, LOST_LOGO } from "./issues.ts";

/** Milliseconds before the page indicates that a logo is loading. */
const LOADING_DELAY = 120;

/** The outcome of drawing the latest state. */
export interface Outcome {
  /** Whether the text could not be drawn. */
  readonly isFailed: boolean;
  readonly issues: readonly Finding[];
  /** The scan in the code's report; undefined until the scan check is done. */
  readonly scan?: Report["scan"] | undefined;
}

export interface Stage {
  readonly element: HTMLElement;
  /** A small copy of the code for the header. */
  readonly preview: HTMLElement;
  readonly outcome: Outcome;
  /** Shows the issues that no visible field shows. Call it again when there are more fields. */
  showIssues(): void;
  /** Calls `listener` now and whenever the outcome changes. */
  watch(listener: () => void): void;
}

/** Creates the QR code with its report, download buttons and issues. */
export function createStage(store: Store): Stage {
  const paper = el("div", { class: "paper" });
  const before = el("div", { class: "before", "aria-hidden": "true" });
  const caption = el("p", { class: "caption", tabindex: -1 });
  const facts = el("p", { class: "facts" });
  const cost = el("p", { class: "facts" });
  const coverSwitch = el("input", { type: "checkbox", id: uniqueId("cover"), onchange: () => showDrawn(shown) });
  const coverLabel = el("label", { for: coverSwitch.id }, text("showCovered"));
  const cover = el("div", { class: "field flag", hidden: true }, coverSwitch, coverLabel);
  const thumbnail = createThumbnail(paper, () => reveal(element));
  const grade = createGrade();
  const issues = createIssues(store, caption);
  const actions = createActions(store);
  const better = createBetter(store, caption);
  const scanCheck = createScanCheck((report, reason) => {
    const { options } = readDownload(store.state);
    better.reset(report?.scan !== undefined && shown !== undefined);
    grade.show(report, shown !== undefined, reason, options);
    // Without a picture, the page already shows the reason.
    if (report && shown) showReport({ ...report, issues: findingsIn(report, outcome.issues, options) });
  });
  let shown: Drawn | undefined;
  let running = new AbortController();
  let outcome: Outcome = { isFailed: false, issues: [] };
  const listeners: (() => void)[] = [];

  store.watch((state) => {
    running.abort();
    running = new AbortController();
    better.reset(false);
    // Until the uploaded logo has been looked up, a code without it would look finished but be the wrong one.
    if (isPending(state)) return showOutdated();
    if (state.upload?.isGone) {
      showDrawn(undefined);
      return showIssues();
    }
    const reading = readState(state);
    const download = readDownload(state);
    if (reading.data !== undefined && needsHost(reading.options)) void showLogo(download, running.signal);
    else void showPlain(reading, download, running.signal);
    scanCheck.start(download);
  });
  // A new service worker may be able to decode codes on this device, so the check runs again.
  navigator.serviceWorker?.addEventListener("controllerchange", () => scanCheck.start(readDownload(store.state)));

  /** Shows `drawn`, or an empty stage. */
  function showDrawn(drawn: Drawn | undefined): void {
    shown = drawn;
    caption.textContent = captionOf(readState(store.state), drawn !== undefined);
    const picture = drawn && nodesOfDrawn(drawn, coverSwitch.checked);
    showChange(paper, before, picture);
    thumbnail.show(picture);
    paper.classList.toggle("stale", !drawn);
    showPage(paper, readState(store.state).options);
    paper.ariaBusy = "false";
    cover.hidden = !drawn?.layout;
    if (!drawn) grade.show(undefined, false, "", readDownload(store.state).options);
    // With an invalid option, the code has a default that the user did not choose, so it cannot be downloaded.
    const { data, issues: invalid } = readState(store.state);
    actions.setEnabled(drawn !== undefined && invalid.length === 0);
    publish({ isFailed: drawn === undefined && data !== undefined, issues: [] });
  }

  function publish(next: Outcome): void {
    outcome = next;
    for (const listener of listeners) listener();
  }

  /** Shows the code, and the report on the PNG to download. */
  async function showPlain(reading: Reading, download: Reading, signal: AbortSignal): Promise<void> {
    showDrawn(drawPlain(reading));
    const report = await reportOf(download);
    if (!signal.aborted) showReport(report);
  }

  /** Keeps the previous picture until the logo has loaded. Marks the picture as outdated after a short delay. */
  async function showLogo(reading: Reading, signal: AbortSignal): Promise<void> {
    const timer = setTimeout(() => !signal.aborted && showOutdated(), LOADING_DELAY);
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

  function showOutdated(): void {
    paper.classList.add("stale");
    paper.ariaBusy = "true";
    caption.textContent = text("drawing");
    actions.setEnabled(false);
  }

  function showReport(report: Examination): void {
    // If no code is shown, the report describes the code without its logo, so its facts would be wrong.
    facts.textContent = shown ? factsOf(report) : "";
    cost.textContent = costOf(report);
    caption.textContent = captionOf(readState(store.state), shown !== undefined, report.scan?.grade);
    // The caption already reports an incomplete form.
    const found = report.issues.filter(({ code }) => code !== "scan_skipped" && code !== "data_missing");
    publish({ ...outcome, issues: found, scan: report.scan });
    showIssues();
  }

  /** Shows the issues, except those that a field already shows. */
  function showIssues(): void {
    const { state } = store;
    const found = outcome.issues.filter(isElsewhere);
    issues.show(state.upload?.isGone ? [LOST_LOGO, ...found] : found, readDownload(state).options);
  }

  const details = el("details", { class: "details" }, el("summary", {}, text("details")), facts, cost, cover);
  const element = el(
    "section",
    { class: "stage", "aria-label": text("yourCode") },
    el(
      "div",
      { class: "panel" },
      el("div", { class: "easel" }, paper, before),
      el("div", { class: "words" }, caption, grade.element, better.element, details),
    ),
    actions.element,
    issues.element,
  );
  return {
    element,
    preview: thumbnail.element,
    get outcome() {
      return outcome;
    },
    showIssues,
    watch(listener) {
      listeners.push(listener);
      listener();
    },
  };
}

/** Returns whether no visible field shows this issue. */
function isElsewhere({ code, field }: Finding): boolean {
  return (
    code !== "invalid_option" || !document.querySelector(`[data-option="${field}"][aria-invalid]`)?.checkVisibility()
  );
}

/** Captions for codes that scan poorly. */
const POOR: Readonly<Record<string, TextId>> = {
  D: "somePhonesFail",
  F: "mostPhonesFail",
};

/** Returns the caption: the effect of scanning the code, or the reason why the code is missing or scans poorly. It never
 *  includes the content, which may be secret. */
function captionOf({ payload, isIncomplete, issues }: Reading, isDrawn: boolean, grade = ""): string {
  if (!payload) return isIncomplete ? text("fillInToSee") : text("fixFieldToSee");
  if (!isDrawn) return text("cannotCreate");
  const [issue] = issues;
  if (issue) return text("checkSetting", { label: labelOf(issue.field ?? "") });
  const caption = POOR[grade] ?? `effect.${payload.kind}`;
  return isTextId(caption) ? text(caption) : "";
}

function factsOf({ qr }: Examination): string {
  if (!qr) return "";
  const { version, size, ec, bits } = qr;
  const used = Math.round((bits.used / bits.capacity) * 100);
  return text("symbolFacts", {
    version,
    size,
    level: ec,
    used,
  });
}

/** Returns how much of the error correction the logo uses. */
function costOf({ logo }: Examination): string {
  if (!logo) return "";
  const used = Math.round((logo.budget.spoiled / logo.budget.correctable) * 100);
  return text("logoCost", { used });
}

/** Replaces the picture on `paper`. The previous picture moves to `before`, which is on top and fades out, so that modules
 *  seem to change one by one. */
function showChange(paper: HTMLElement, before: HTMLElement, picture: Element | undefined): void {
  const [previous] = paper.children;
  paper.replaceChildren(...(picture ? [picture] : []));
  before.replaceChildren(...(picture && previous ? [previous] : []));
}

/** Creates a small copy of the QR code, which is visible while `paper` is scrolled out of view. A click calls
 *  `scrollBack`. The style sheet hides the copy on wide screens, where the code is always in view. */
function createThumbnail(paper: HTMLElement, scrollBack: () => void) {
  const picture = el("span", { class: "small-paper", "aria-hidden": "true" });
  const element = button("", scrollBack, {
    class: "thumbnail",
    "aria-label": text("goToCode"),
    hidden: true,
  });
  element.append(picture, icon("download"));
  let code: Element | undefined;
  let isInView = true;

  function update(): void {
    element.hidden = isInView || !code;
    picture.replaceChildren(...(code && !isInView ? [copyOf(code)] : []));
  }

  // At least half of the code must be in view.
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= 0.5;
      update();
    },
    { threshold: 0.5 },
  );
  observer.observe(paper);
  return {
    element,
    /** Shows a copy of `drawn`, or nothing. */
    show(drawn: Element | undefined): void {
      code = drawn;
      update();
    },
  };
}

/** Returns a copy of `picture` with other ids, because a reference uses the first element with its id. */
function copyOf(picture: Element): Element {
  const copy = picture.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll("[id]")) element.id = `small-${element.id}`;
  for (const name of ["fill", "clip-path"]) {
    for (const element of copy.querySelectorAll(`[${name}^=url]`)) {
      element.setAttribute(name, element.getAttribute(name)?.replace("#", "#small-") ?? "");
    }
  }
  return copy;
}
