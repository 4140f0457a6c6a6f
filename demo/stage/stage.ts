import type { Issue, Report } from "../../src/api.ts";
import { nodesOf } from "../../src/element/markup.ts";
import { QrError } from "../../src/errors.ts";
import { drawSvg } from "../../src/render/picture.ts";
import { inspect } from "../../src/service/inspect.ts";
import { el } from "../dom.ts";
import { type Reading, readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createActions } from "./actions.ts";
import { createIssues } from "./issues.ts";

/** The code, large, with what can be said of it and done with it. */
export function createStage(store: Store): HTMLElement {
  const paper = el("div", { class: "paper" });
  const caption = el("p", { class: "caption" });
  const facts = el("p", { class: "facts" });
  const issues = createIssues(store);
  const actions = createActions(store);
  let latest = 0;

  store.watch(async (state) => {
    const reading = readState(state);
    const drawn = draw(reading);
    if (drawn) paper.replaceChildren(drawn);
    paper.classList.toggle("stale", !drawn);
    caption.textContent = captionOf(reading);
    actions.show(reading, drawn !== undefined);
    latest += 1;
    const turn = latest;
    const report = await inspect(reading.words);
    if (turn !== latest) return;
    facts.textContent = factsOf(report);
    // Without a form that is filled in there is nothing to say of the text.
    const found = report.issues.filter(({ code }) => code !== "scan_skipped" && code !== "data_missing");
    issues.show(worstFirst(found), reading.options);
  });

  return el(
    "section",
    { class: "stage", "aria-label": "The code" },
    el("div", { class: "panel" }, paper, el("div", { class: "words" }, caption, facts)),
    actions.element,
    issues.element,
  );
}

function draw({ data, options }: Reading): Element | undefined {
  if (data === undefined) return undefined;
  try {
    const picture = nodesOf(drawSvg({ ...options, format: "svg" }), "QR code", document);
    // The page makes it as large as there is room.
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    return picture;
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

function worstFirst(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}

/** What the text is to phones, without what is secret in it. */
function captionOf({ payload }: Reading): string {
  if (!payload) return "Fill in the form, and here is the code";
  return `Phones ${payload.purpose}`;
}

function factsOf({ qr }: Report): string {
  if (!qr) return "";
  const { version, size, ec, bits } = qr;
  const used = Math.round((bits.used / bits.capacity) * 100);
  return `Version ${version}, ${size} × ${size} modules, level ${ec}, ${used} % full`;
}
