import { createContent } from "./content/content.ts";
import { el } from "./dom.ts";
import { readFragment, writeFragment } from "./fragment.ts";
import { createLogo } from "./look/logo.ts";
import { createLook } from "./look/look.ts";
import { isWhole } from "./offline/offline.ts";
import { createStage } from "./stage/stage.ts";
import { createStore, START } from "./state.ts";
import { createUse } from "./use/use.ts";
import "./style/tokens.css";
import "./style/page.css";
import "./style/buttons.css";
import "./style/fields.css";
import "./style/choices.css";
import "./style/stage.css";
import "./style/grade.css";
import "./style/thumbnail.css";
import "./style/views.css";
import { createViews } from "./views.ts";

/** The beginning of the service's addresses: it stands where the page does. */
const base = () => new URL(".", location.href).href.replace(/\/$/, "");

const store = createStore(readFragment(location.hash) ?? START);
const main = document.getElementById("main");
const side = el("div", { class: "side" }, createStage(store));
main?.replaceChildren(side);
// The code is on the screen before that which changes it.
setTimeout(() => {
  const parts = [createContent(store), createLook(store), createLogo(store), createViews(store)];
  main?.append(el("div", { class: "bench" }, ...parts));
  side.append(createUse(store, base));
});

const undo = el("button", { type: "button", class: "quiet", onclick: () => store.undo() }, "Undo");
const redo = el("button", { type: "button", class: "quiet", onclick: () => store.redo() }, "Redo");
const reset = el("button", { type: "button", class: "quiet", onclick: () => store.change(START) }, "Reset");
document.getElementById("steps")?.replaceChildren(undo, redo, reset);

let later: ReturnType<typeof setTimeout> | undefined;
store.watch((state) => {
  undo.disabled = !store.canUndo;
  redo.disabled = !store.canRedo;
  clearTimeout(later);
  // Browsers count the changes of an address, and stop listening to a page that makes too many.
  later = setTimeout(() => history.replaceState(null, "", writeFragment(state) || location.pathname), 400);
});
addEventListener("hashchange", () => {
  const found = readFragment(location.hash);
  if (found) store.change(found);
});

void isWhole.then((whole) => {
  if (whole) document.getElementById("ready")?.append("works without a network");
});
