import { createContent } from "./content/content.ts";
import { button, el } from "./dom.ts";
import { readFragment, writeFragment } from "./fragment.ts";
import { isOfflineReady } from "./offline/offline.ts";
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

/** The base URL of the service: the page's folder. */
const base = () => new URL(".", location.href).href.replace(/\/$/, "");

const store = createStore(readFragment(location.hash) ?? START);
const main = document.getElementById("main");
const stage = createStage(store);
const side = el("div", { class: "side" });
const bench = el("div", { class: "bench" });
/** Parts of the page that are created after the QR code is on the screen. */
const later: Record<"form" | "use" | "views", HTMLElement[]> = { form: [], use: [], views: [] };
/** The same breakpoint as in the style sheet. */
const wide = matchMedia("(min-width: 56rem)");
place();
wide.addEventListener("change", place);
setTimeout(async () => {
  // The first code needs none of the controls for its look. Without a network, the page works without them.
  const look = await Promise.all([import("./look/look.ts"), import("./look/logo.ts")]).then(
    ([{ createLook }, { createLogo }]) => [createLook(store), createLogo(store, stage)],
    () => [],
  );
  later.form.push(createContent(store), ...look);
  later.views.push(createViews(store));
  later.use.push(createUse(store, stage, base));
  place();
});
document.getElementById("skip")?.addEventListener("click", (event) => {
  // Following the link would replace the fragment, which stores the page's state.
  event.preventDefault();
  document.querySelector<HTMLElement>(".kinds :checked")?.focus();
});

/** Puts the parts of the page in visual order, which keyboards and screen readers follow. */
function place(): void {
  const { form, use, views } = later;
  const focused = document.activeElement;
  bench.replaceChildren(...form, ...(wide.matches ? [] : use), ...views);
  side.replaceChildren(...(wide.matches ? [stage.element, ...use] : []));
  main?.replaceChildren(...(wide.matches ? [bench, side] : [stage.element, bench]));
  // Moving an element takes the focus away from it.
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
}

const undo = button("Undo", () => store.undo(), { class: "quiet" });
const redo = button("Redo", () => store.redo(), { class: "quiet" });
const reset = button("Reset", () => store.change(START), { class: "quiet" });
document.getElementById("steps")?.replaceChildren(undo, redo, reset);

let pending: ReturnType<typeof setTimeout> | undefined;
store.watch((state) => {
  const focused = document.activeElement;
  undo.disabled = !store.canUndo;
  redo.disabled = !store.canRedo;
  // A disabled button loses focus, so move the focus to the other button.
  if (focused === undo && undo.disabled) redo.focus();
  if (focused === redo && redo.disabled) undo.focus();
  clearTimeout(pending);
  // Browsers limit how often a page may change its URL.
  pending = setTimeout(() => history.replaceState(null, "", writeFragment(state) || location.pathname), 400);
});
addEventListener("hashchange", () => {
  const found = readFragment(location.hash);
  if (found) store.change(found);
});

void isOfflineReady.then((isReady) => {
  if (isReady) document.getElementById("ready")?.append("Works offline");
});
