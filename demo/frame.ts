import { el } from "./dom.ts";
import { iconButton } from "./icons/icon.ts";
import { hasServer } from "./picture.ts";
import { START, type Store } from "./state.ts";

/** Creates the buttons in the header that change the whole state. */
export function createSteps(store: Store): readonly HTMLElement[] {
  const undo = iconButton("undo", "Undo", () => store.undo(), { class: "quiet" });
  const redo = iconButton("redo", "Redo", () => store.redo(), { class: "quiet" });
  const reset = iconButton("reset", "Reset", () => store.change(START), { class: "quiet" });
  store.watch(() => {
    const focused = document.activeElement;
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    // A disabled button loses focus, so move the focus to the other button.
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
  });
  return [undo, redo, reset];
}

/** Fields whose text is not part of the state. Their own undo applies. */
const OWN_UNDO =
  ":is(#view, .brand-name) :is(textarea, input:not([type=checkbox], [type=color], [type=radio], [type=range]))";

/** Makes Ctrl+Z and Cmd+Z undo the last change wherever the focus is. With Shift, or with Ctrl+Y, redoes it. */
export function addShortcuts(store: Store): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
    if (!(ctrlKey || metaKey) || altKey || isComposing) return;
    const letter = key.toLowerCase();
    if (letter !== "z" && !(letter === "y" && !shiftKey)) return;
    if (target instanceof Element && target.matches(OWN_UNDO)) return;
    // The browser would undo only in the focused field, and would not know what else has changed.
    event.preventDefault();
    if (letter === "z" && !shiftKey) store.undo();
    else store.redo();
  });
}

/** Says what the page sends. A server can check codes, draw captions, and fetch logos that the page cannot load. */
const PRIVACY = hasServer
  ? "Codes are created in your browser. Some features, such as scan checks and links, use this site's server."
  : "Codes are created in your browser. What you enter is not uploaded.";

/** Creates the footer with the privacy note and the links to the documentation. `ready` says whether the page works
 *  offline. */
export function createFooter(ready: HTMLElement): HTMLElement {
  const api = hasServer ? "docs" : "guide/reference.html";
  return el(
    "footer",
    {},
    el("p", {}, PRIVACY, " ", ready),
    el(
      "nav",
      { "aria-label": "More" },
      el("a", { href: "guide/" }, "Guide"),
      el("a", { href: api }, "API"),
      el("span", {}, "Open source, MIT license"),
    ),
  );
}
