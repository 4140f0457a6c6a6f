import { announce, button, el } from "./dom.ts";
import { iconButton } from "./icons/icon.ts";
import { languages, storeLanguage, text } from "./languages/language.ts";
import { hasServer } from "./picture.ts";
import { canReload, reloadWith, START, type Store } from "./state.ts";

/** Creates the buttons in the header that change the whole state. */
export function createSteps(store: Store): readonly HTMLElement[] {
  const undo = iconButton("undo", text("undo"), () => store.undo(), { class: "quiet" });
  const redo = iconButton("redo", text("redo"), () => store.redo(), { class: "quiet" });
  const reset = iconButton("reset", text("reset"), () => store.change(START), { class: "quiet" });
  store.watch(() => {
    const focused = document.activeElement;
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    // A disabled button loses focus, so the other button gets it.
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
  });
  return [undo, redo, reset];
}

/** Matches fields whose value is not part of the state. */
const OWN_FIELDS = ":is(#view, .brand-name) :is(textarea, input, select)";

/** Matches fields with text. The browser can undo changes in those that are not part of the state. */
const TEXT_FIELDS = "textarea, input:not([type=checkbox], [type=color], [type=radio], [type=range])";

/** Makes Ctrl+Z and Cmd+Z undo the last change, wherever the focus is. With Shift, or with Ctrl+Y, redoes it. */
export function addShortcuts(store: Store): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
    if (!(ctrlKey || metaKey) || altKey || isComposing) return;
    const letter = key.toLowerCase();
    if (letter !== "z" && !(letter === "y" && !shiftKey)) return;
    const isOwn = target instanceof Element && target.matches(OWN_FIELDS);
    if (isOwn && target.matches(TEXT_FIELDS)) return;
    // The browser's undo would change only one field, but the last change may have affected more. If the focus is not in a text
    // field, it would even change another field.
    event.preventDefault();
    if (isOwn) return;
    if (letter === "z" && !shiftKey) store.undo();
    else store.redo();
  });
}

/** The id of a text about the data that the page sends. A server can check codes, draw captions, and fetch logos that the
 *  page cannot load. */
const PRIVACY = hasServer ? "privacyWithServer" : "privacy";

/** Creates the footer with the privacy note and the links to the documentation. `ready` shows whether the page works
 *  offline. */
export function createFooter(store: Store, ready: HTMLElement): HTMLElement {
  const api = hasServer ? "docs" : "guide/reference.html";
  return el(
    "footer",
    {},
    el("p", {}, text(PRIVACY), " ", ready),
    ...(languages.length > 1 ? [createLanguageSwitch(store)] : []),
    el(
      "nav",
      { "aria-label": text("moreLinks") },
      el("a", { href: "guide/" }, text("guide")),
      el("a", { href: api }, text("api")),
      el("span", {}, text("license")),
    ),
  );
}

/** Creates the list of languages, each with its own name. It has buttons, because a select would change the language with
 *  each press of an arrow key. */
function createLanguageSwitch(store: Store): HTMLElement {
  const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  const current = document.documentElement.lang;
  const choices = languages.map((tag) => {
    const choose = async () => {
      if (!(await canReload())) {
        return announce(text("languageNotLoaded"));
      }
      storeLanguage(tag);
      reloadWith(store.state);
    };
    return button(nameOf(tag), choose, {
      class: "quiet",
      lang: tag,
      "aria-current": tag === current ? "true" : undefined,
    });
  });
  const label = text("beforeColon", { label: text("language") });
  return el(
    "details",
    { class: "languages" },
    el("summary", {}, el("span", {}, `${label} `, el("span", { lang: current }, nameOf(current)))),
    el("div", { class: "row start" }, ...choices),
  );
}
