import { el } from "./dom.ts";
import { readFragment, writeFragment } from "./fragment.ts";
import { addShortcuts, createFooter, createSteps } from "./frame.ts";
import { text, useLanguage, wantedLanguage } from "./languages/language.ts";
import { isOfflineReady, startOffline } from "./offline/offline.ts";
import { createFirstStage } from "./stage/first-code.ts";
import { createStore, isPending, START, takeCarried } from "./state.ts";
import "./style/tokens.css";
import "./style/page.css";
import "./style/top.css";
import "./style/buttons.css";
import "./style/fields.css";
import "./style/choices.css";
import "./style/stage.css";
import "./style/grade.css";
import "./style/thumbnail.css";
import "./style/tools.css";
import "./style/views.css";
import "./style/bulk.css";
import "./style/print.css";
import "./style/forced.css";

/** The base URL of the service: the page's folder. */
const base = () => new URL(".", location.href).href.replace(/\/$/, "");

const carried = takeCarried();
const store = createStore(carried ?? readFragment(location.hash) ?? START);
const main = document.getElementById("main");
const toolbar = document.getElementById("toolbar");
const side = el("div", { class: "side" });
const bench = el("div", { class: "bench" });
/** The parts of the page. Most of them are created after the QR code is visible. Until then, an empty section takes the
 *  space of the form. */
const parts: Record<"tools" | "panel" | "content" | "stage" | "look" | "use", readonly HTMLElement[]> = {
  tools: [],
  panel: [],
  content: [el("section", { class: "content" })],
  stage: [],
  look: [],
  use: [],
};
/** Whether the screen is wide. The style sheet uses the same breakpoint. */
const wide = matchMedia("(min-width: 56rem)");
wide.addEventListener("change", place);
const language = wantedLanguage();
// Loading starts in a later task, because this task draws the first code, which needs no texts, report, form or controls for
// its look. Without a network, the page works without these parts. It stays English if the file of the language cannot be
// loaded.
const nextTask = new Promise((resolve) => setTimeout(resolve));
const texts = nextTask.then(() => (language === "en" ? undefined : useLanguage(language))).catch(() => undefined);
const essentials = nextTask
  .then(() => Promise.all([import("./stage/stage.ts"), import("./views/views.ts")]))
  .catch(() => undefined);
const content = nextTask.then(() => import("./content/content.ts")).catch(() => undefined);
const controls = nextTask
  .then(() => Promise.all([import("./look/look.ts"), import("./look/logo.ts"), import("./use/use.ts")]))
  .catch(() => undefined);
parts.stage = [createFirstStage(store.state)];
place();
await texts;
// Until now, the style sheet has hidden the texts of index.html, which may be in another language.
document.documentElement.classList.add("has-texts");
void complete();

/** Adds all other parts to the page as soon as they have loaded. */
async function complete(): Promise<void> {
  const fault = () => el("p", { class: "fault" }, text("formNotLoaded"));
  const [stages, views] = (await essentials) ?? [];
  if (!stages || !views) {
    parts.content = [fault()];
    return place();
  }
  const stage = stages.createStage(store);
  parts.stage = [stage.element];
  place();
  document.getElementById("preview")?.append(stage.preview);
  const form = await content;
  parts.content = form ? [form.createContent(store)] : [fault()];
  place();
  const { tools, panel } = views.createViews(store, stage);
  Object.assign(parts, { tools: [tools], panel: [panel] });
  const [look, logo, use] = (await controls) ?? [];
  if (look && logo && use) {
    parts.look = [look.createLook(store), logo.createLogo(store, stage), look.createFinish(store)];
    parts.use = [use.createUse(store, stage, base)];
  }
  place();
  stage.showIssues();
  const footer = createFooter(store, ready);
  main?.after(footer);
  // The page was reloaded because the user chose a language, so the focus returns to the list of languages.
  if (carried) footer.querySelector("summary")?.focus();
  startOffline();
}

document.getElementById("skip")?.addEventListener("click", (event) => {
  // The fragment in the URL is the page's state, which following the link would replace.
  event.preventDefault();
  document.querySelector<HTMLElement>(".kinds :checked")?.focus();
});

/** Puts the parts of the page in visual order, which is also the order for keyboards and screen readers. */
function place(): void {
  const { tools, panel, content, stage, look, use } = parts;
  const focused = document.activeElement;
  const isWide = wide.matches;
  const before = isWide ? [...panel, ...content] : [...content, ...stage, ...tools, ...panel];
  toolbar?.replaceChildren(...(isWide ? tools : []));
  bench.replaceChildren(...before, ...look, ...use);
  side.replaceChildren(...(isWide ? stage : []));
  main?.replaceChildren(bench, side);
  // Moving an element removes its focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
}

document.getElementById("steps")?.replaceChildren(...createSteps(store));
addShortcuts(store);

let pending: ReturnType<typeof setTimeout> | undefined;
store.watch((state) => {
  clearTimeout(pending);
  // Delayed, because browsers limit how often a page may change its URL.
  pending = setTimeout(() => history.replaceState(null, "", writeFragment(state) || location.pathname), 400);
});
addEventListener("hashchange", () => {
  const found = readFragment(location.hash);
  if (found) store.change(found);
});

let isKeeping = false;
// Few visitors upload a logo, so the code that keeps it is loaded with the first one.
store.watch(({ upload }) => {
  if (isKeeping || !upload) return;
  isKeeping = true;
  import("./look/kept-logo.ts").then(
    ({ keepLogo }) => keepLogo(store),
    () => {
      isKeeping = false;
      if (isPending(store.state)) store.complete({ upload: { ...upload, isGone: true } });
    },
  );
});

const ready = el("span", { id: "ready", role: "status" });
void isOfflineReady.then((isReady) => {
  if (isReady) ready.append(text("worksOffline"));
});
