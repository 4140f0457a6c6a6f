import { announce, el, freshId } from "../dom.ts";
import { hasServer } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { snippetsFor } from "./snippets.ts";

/** What to paste elsewhere, one tab for each way. `base` is the beginning of the service's addresses. */
export function createUse(store: Store, base: () => string): HTMLElement {
  const panelId = freshId("snippet");
  const code = el("code", { dir: "ltr" });
  const note = el("p", { class: "about" });
  const copy = el("button", { type: "button", onclick: () => void copyCode() }, "Copy");
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Ways to use it" });
  const panel = el("div", { role: "tabpanel", id: panelId, tabindex: 0, class: "snippet" }, el("pre", {}, code));
  let chosen = 0;

  store.watch(show);

  function show(): void {
    const { words, options, payload, data } = readState(store.state);
    const snippets = snippetsFor(words, options, base());
    if (tabs.childElementCount === 0) tabs.append(...snippets.map(({ name }, at) => tab(name, at)));
    for (const [at, button] of [...tabs.children].entries()) {
      button.setAttribute("aria-selected", String(at === chosen));
      button.setAttribute("tabindex", at === chosen ? "0" : "-1");
    }
    panel.setAttribute("aria-labelledby", `${panelId}-${chosen}`);
    const { code: text, name } = snippets[chosen] ?? { code: undefined, name: "" };
    const missing = data === undefined ? "Fill in the form first" : "A file cannot stand here: use the element or curl";
    code.textContent = data === undefined ? missing : (text ?? missing);
    copy.disabled = data === undefined || text === undefined;
    note.textContent = noteOn(name, payload?.secret === true);
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
    chosen = at;
    show();
    (tabs.children[at] as HTMLElement | undefined)?.focus();
  }

  async function copyCode(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
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
  );
}

/** What to know of a way before it is taken. */
function noteOn(name: string, secret: boolean): string {
  const isAddress = name === "Address" || name === "HTML";
  if (secret && isAddress) {
    return "This address has a secret in it, and addresses are kept by histories and servers: better use the element or curl.";
  }
  if (!hasServer && (isAddress || name === "curl")) {
    return "This page has no server: put the address of yours in place of the beginning.";
  }
  return "";
}
