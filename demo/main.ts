import { createContent } from "./content/content.ts";
import { el } from "./dom.ts";
import { readFragment, writeFragment } from "./fragment.ts";
import { createLogo } from "./look/logo.ts";
import { createLook } from "./look/look.ts";
import { isWhole } from "./offline/offline.ts";
import { createStage } from "./stage/stage.ts";
import { createStore, START } from "./state.ts";
import { createUse } from "./use/use.ts";
import { createViews } from "./views/views.ts";
import "./style/tokens.css";
import "./style/page.css";
import "./style/buttons.css";
import "./style/fields.css";
import "./style/choices.css";
import "./style/stage.css";
import "./style/grade.css";
import "./style/thumbnail.css";
import "./style/views.css";
import "./style/print.css";
import "./style/forced.css";

/** The base URL of the service, which is next to the page. */
const base = () => new URL(".", location.href).href.replace(/\/$/, "");

const store = createStore(readFragment(location.hash) ?? START);
const main = document.getElementById("main");
const stage = createStage(store);
const side = el("div", { class: "side" });
const bench = el("div", { class: "bench" });
/** Parts that are created once the code is on the screen. */
const later: Record<"form" | "use" | "views", HTMLElement[]> = { form: [], use: [], views: [] };
/** As in the style sheet. */
const wide = matchMedia("(min-width: 56rem)");
place();
wide.addEventListener("change", place);
setTimeout(() => {
  later.form.push(createContent(store), createLook(store), createLogo(store, stage));
  later.views.push(createViews(store));
  later.use.push(createUse(store, stage, base));
  place();
});
document.getElementById("skip")?.addEventListener("click", (event) => {
  // The fragment of this page is its state.
  event.preventDefault();
  document.querySelector<HTMLElement>(".kinds :checked")?.focus();
});

/** Puts the parts in visual order, which keyboards and screen readers follow. */
function place(): void {
  const { form, use, views } = later;
  const held = document.activeElement;
  bench.replaceChildren(...form, ...(wide.matches ? [] : use), ...views);
  side.replaceChildren(...(wide.matches ? [stage.element, ...use] : []));
  main?.replaceChildren(...(wide.matches ? [bench, side] : [stage.element, bench]));
  // Elements that are moved lose the focus.
  if (held instanceof HTMLElement && held !== document.activeElement) held.focus();
}

const undo = el("button", { type: "button", class: "quiet", onclick: () => store.undo() }, "Undo");
const redo = el("button", { type: "button", class: "quiet", onclick: () => store.redo() }, "Redo");
const reset = el("button", { type: "button", class: "quiet", onclick: () => store.change(START) }, "Reset");
document.getElementById("steps")?.replaceChildren(undo, redo, reset);

let pending: ReturnType<typeof setTimeout> | undefined;
store.watch((state) => {
  const held = document.activeElement;
  undo.disabled = !store.canUndo;
  redo.disabled = !store.canRedo;
  // A button that becomes disabled hands the focus to its counterpart.
  if (held === undo && undo.disabled) redo.focus();
  if (held === redo && redo.disabled) undo.focus();
  clearTimeout(pending);
  // Browsers limit how often a page may change its URL.
  pending = setTimeout(() => history.replaceState(null, "", writeFragment(state) || location.pathname), 400);
});
addEventListener("hashchange", () => {
  const found = readFragment(location.hash);
  if (found) store.change(found);
});

void isWhole.then((whole) => {
  if (whole) document.getElementById("ready")?.append("works without a network");
});
