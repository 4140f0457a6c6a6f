import { button, copyText, el, uniqueId } from "../dom.ts";
import { text } from "../languages/text.ts";
import { hasServer } from "../picture.ts";
import { nextStep, readState } from "../reading.ts";
import type { Stage } from "../stage/stage.ts";
import type { Store } from "../state.ts";
import { type Snippet, snippetsFor } from "./snippets.ts";

/** Creates the tabs with the snippets that show or request the QR code elsewhere. `base` returns the base URL of the
 *  service. */
export function createUse(store: Store, stage: Stage, base: () => string): HTMLElement {
  const panelId = uniqueId("snippet");
  const code = el("code");
  const note = el("p", { class: "about" });
  const copy = button(text("copy"), () => copyText(current, text("snippetCopied")));
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": text("snippets") });
  const panel = el(
    "div",
    { role: "tabpanel", id: panelId, tabindex: 0, class: "snippet" },
    el("pre", { dir: "auto" }, code),
  );
  const reveal = button(text("showAnyway"), showSecret, { class: "quiet" });
  /** The tab that the user selected. */
  let picked: number | undefined;
  let current = "";
  /** The text of the QR code for which the user clicked "Show anyway". */
  let revealed: string | undefined;

  store.watch(show);
  stage.watch(show);

  function showSecret(): void {
    revealed = readState(store.state).data;
    show();
    panel.focus();
  }

  function show(): void {
    const reading = readState(store.state);
    const { rawOptions, options, payload, data, issues } = reading;
    // With an invalid option, the snippet would fail, or use a default instead.
    const isReady = data !== undefined && issues.length === 0 && !stage.outcome.isFailed;
    const isSecret = payload?.secret === true;
    const snippets = snippetsFor(rawOptions, options, base());
    const selected = picked ?? Math.max(0, isSecret ? safestOf(snippets) : 0);
    if (tabs.childElementCount === 0) tabs.append(...snippets.map(({ name }, at) => tab(name, at)));
    for (const [at, element] of [...tabs.children].entries()) {
      element.setAttribute("aria-selected", String(at === selected));
      element.setAttribute("tabindex", at === selected ? "0" : "-1");
      element.toggleAttribute("data-risky", isSecret && snippets[at]?.inUrl === true);
    }
    panel.setAttribute("aria-labelledby", `${panelId}-${selected}`);
    const { name = "", code: snippet, reason, note: need, inUrl }: Partial<Snippet> = snippets[selected] ?? {};
    // A secret is visible only on request. Until then, it can be copied, unless it is part of a URL.
    const isCovered = isReady && isSecret && snippet !== undefined && revealed !== data;
    if (data === undefined) code.textContent = nextStep(reading);
    else if (stage.outcome.isFailed) code.textContent = text("codeFailed");
    else if (!isReady) code.textContent = text("settingInvalid");
    else if (isCovered) code.textContent = text("hiddenSecret");
    else if (snippet !== undefined) code.textContent = snippet;
    else code.textContent = reason ? text(reason) : "";
    reveal.hidden = !isCovered;
    copy.disabled = !isReady || snippet === undefined || (isCovered && inUrl === true);
    current = snippet ?? "";
    note.textContent = snippet === undefined ? "" : need ? text(need) : noteOn(name, isSecret && inUrl === true);
  }

  function tab(name: string, at: number): HTMLElement {
    const attributes = { role: "tab", id: `${panelId}-${at}`, "aria-controls": panelId };
    const element = button(name, () => select(at), attributes);
    element.addEventListener("keydown", ({ key }) => {
      const forward = getComputedStyle(element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      const count = tabs.childElementCount;
      if (key === "Home") select(0);
      else if (key === "End") select(count - 1);
      else if (key === "ArrowLeft" || key === "ArrowRight") select((at + (key === forward ? 1 : count - 1)) % count);
    });
    return element;
  }

  function select(at: number): void {
    picked = at;
    show();
    (tabs.children[at] as HTMLElement | undefined)?.focus();
  }

  return el(
    "section",
    { class: "use", "aria-labelledby": "use-heading" },
    el("div", { class: "row" }, el("h2", { id: "use-heading" }, text("embed")), copy),
    tabs,
    panel,
    note,
    reveal,
  );
}

/** Returns the index of the first snippet that keeps a secret out of URLs and pages, or -1. */
function safestOf(snippets: readonly Snippet[]): number {
  return snippets.findIndex(({ name, code }) => code !== undefined && (name === "JavaScript" || name === "curl"));
}

/** Returns the note below a snippet, or an empty string. */
function noteOn(name: string, isExposed: boolean): string {
  if (isExposed) {
    return text("urlHoldsSecret");
  }
  return !hasServer && ["URL", "HTML", "curl"].includes(name) ? text("replaceServer") : "";
}
