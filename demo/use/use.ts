import { announce, el, freshId } from "../dom.ts";
import { hasServer } from "../picture.ts";
import { readState, whatToDoFirst } from "../reading.ts";
import type { Stage } from "../stage/stage.ts";
import type { Store } from "../state.ts";
import { type Snippet, snippetsFor } from "./snippets.ts";

/** What to paste elsewhere, with a tab for each way. `base` returns the base URL of the service. */
export function createUse(store: Store, stage: Stage, base: () => string): HTMLElement {
  const panelId = freshId("snippet");
  const code = el("code", { dir: "ltr" });
  const note = el("p", { class: "about" });
  const copy = el("button", { type: "button", onclick: () => void copyCode() }, "Copy");
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Ways to use it" });
  const panel = el("div", { role: "tabpanel", id: panelId, tabindex: 0, class: "snippet" }, el("pre", {}, code));
  const reveal = el("button", { type: "button", class: "quiet" }, "Show anyway");
  /** The tab that the user chose. */
  let picked: number | undefined;
  let chosen = 0;
  let wanted = "";
  /** The secret text that the user chose to see. */
  let revealed: string | undefined;

  reveal.addEventListener("click", () => {
    revealed = readState(store.state).data;
    show();
    panel.focus();
  });
  store.watch(show);
  stage.watch(show);

  function show(): void {
    const reading = readState(store.state);
    const { words, options, payload, data, issues } = reading;
    // With an invalid value, the snippet would have a default in its place, or fail.
    const isReady = data !== undefined && issues.length === 0 && !stage.outcome.failed;
    const isSecret = payload?.secret === true;
    const snippets = snippetsFor(words, options, base());
    chosen = picked ?? Math.max(0, isSecret ? safestOf(snippets) : 0);
    if (tabs.childElementCount === 0) tabs.append(...snippets.map(({ name }, at) => tab(name, at)));
    for (const [at, button] of [...tabs.children].entries()) {
      button.setAttribute("aria-selected", String(at === chosen));
      button.setAttribute("tabindex", at === chosen ? "0" : "-1");
      button.toggleAttribute("data-risky", isSecret && snippets[at]?.inAddress === true);
    }
    panel.setAttribute("aria-labelledby", `${panelId}-${chosen}`);
    const { code: text, name, inAddress } = snippets[chosen] ?? { code: undefined, name: "", inAddress: undefined };
    // A secret is shown on request only. Copying it unseen is safe outside of addresses.
    const isCovered = isReady && isSecret && text !== undefined && revealed !== data;
    if (data === undefined) code.textContent = whatToDoFirst(reading);
    else if (stage.outcome.failed) code.textContent = "There is no such code: see below the code";
    else if (!isReady) code.textContent = "A value is not right: see below the code";
    else if (isCovered) code.textContent = "Not shown, for the secret would stand in it";
    else code.textContent = text ?? "A file cannot stand here: use the element or curl";
    reveal.hidden = !isCovered;
    copy.disabled = !isReady || text === undefined || (isCovered && inAddress === true);
    wanted = text ?? "";
    note.textContent = noteOn(name, isSecret && inAddress === true);
  }

  function tab(name: string, at: number): HTMLElement {
    const button = el(
      "button",
      { type: "button", role: "tab", id: `${panelId}-${at}`, "aria-controls": panelId },
      name,
    );
    button.addEventListener("click", () => choose(at));
    button.addEventListener("keydown", ({ key }) => {
      const forward = getComputedStyle(button).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      const count = tabs.childElementCount;
      if (key === "Home") choose(0);
      else if (key === "End") choose(count - 1);
      else if (key === "ArrowLeft" || key === "ArrowRight") choose((at + (key === forward ? 1 : count - 1)) % count);
    });
    return button;
  }

  function choose(at: number): void {
    picked = at;
    show();
    (tabs.children[at] as HTMLElement | undefined)?.focus();
  }

  async function copyCode(): Promise<void> {
    try {
      await navigator.clipboard.writeText(wanted);
      announce("Copied");
    } catch {
      announce("The browser does not allow copying: mark the text and copy it");
    }
  }

  return el(
    "section",
    { class: "use", "aria-labelledby": "use-heading" },
    el("div", { class: "row" }, el("h2", { id: "use-heading" }, "Use it"), copy),
    tabs,
    panel,
    note,
    reveal,
  );
}

/** Returns the index of the way that exposes a secret the least. */
function safestOf(snippets: readonly Snippet[]): number {
  return snippets.findIndex(({ name, code }) => code !== undefined && (name === "JavaScript" || name === "curl"));
}

/** Returns the warning for a way. */
function noteOn(name: string, isExposed: boolean): string {
  if (isExposed) {
    return "This address has the secret in it in the clear, and addresses are kept by histories and servers: better use JavaScript, or curl, which sends it in the body.";
  }
  if (!hasServer && ["Address", "HTML", "curl"].includes(name)) {
    return "This page has no server: put the address of yours in place of the beginning.";
  }
  return "";
}
