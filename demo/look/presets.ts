import { announce, button, el } from "../dom.ts";
import { text } from "../languages/text.ts";
import {
  linkOptionNames,
  type PresetName,
  parseOptions,
  presetNames,
  presets,
  type Row,
  table,
} from "../product/options.ts";
import { drawSvgDesign, textOf } from "../product/pictures.ts";
import { changeLook, type State, type Store } from "../state.ts";
import { SAMPLE } from "./shapes.ts";

/** The options that another design replaces, without the logo. They include an invalid preset or design from a link. */
const replacedNames = linkOptionNames.filter((name) => !(table[name] as Row).logo);

/** Replaces the current design with `look`, but keeps the logo and the margin unless `look` sets them. */
export function applyDesign(store: Store, look: Parameters<typeof changeLook>[1]): void {
  const cleared = replacedNames.filter((name) => name !== "margin").map((name) => [name, undefined]);
  changeLook(store, { ...Object.fromEntries(cleared), ...look });
}

/** Returns whether `current` is the design `look`, with any logo and any margin that the design does not set. */
function isApplied(look: State["look"], current: State["look"]): boolean {
  return replacedNames
    .filter((name) => name !== "margin" || look.margin !== undefined)
    .every((name) => look[name] === current[name]);
}

/** Returns the options of the ready-made design `name`. */
function lookOf(name: PresetName): State["look"] {
  return Object.fromEntries(Object.entries(presets[name]).map(([key, value]) => [key, String(value)]));
}

/** Creates a gallery of the ready-made designs. A click on a design applies it. */
export function createPresets(store: Store): HTMLElement {
  const plain = presetButton(text("plainDesign"), {}, store);
  const others = presetNames.map((name) => presetButton(text(`preset.${name}`), lookOf(name), store));
  return el("div", { class: "presets", role: "group", "aria-label": text("presets") }, plain, ...others);
}

function presetButton(label: string, look: State["look"], store: Store): HTMLElement {
  const apply = button(
    "",
    () => {
      applyDesign(store, look);
      announce(text("designApplied", { name: label }));
    },
    { class: "preset" },
  );
  apply.append(thumbnailOf(look), el("span", {}, label));
  store.watch((state) => apply.setAttribute("aria-pressed", String(isApplied(look, state.look))));
  return apply;
}

/** Returns a picture of a sample code with a design, without its logo and caption. It is an image element, so that the ids
 *  of its gradients do not affect the page. */
export function thumbnailOf(look: State["look"]): HTMLImageElement {
  const { logo: _, logoData: __, ...own } = look;
  const { options } = parseOptions({ data: SAMPLE, margin: 2, ...own, format: "svg", size: 72 });
  const src = urlOf(textOf(drawSvgDesign({ ...options, caption: undefined })));
  return el("img", { src, alt: "", width: 72, height: 72, loading: "lazy" });
}

export function urlOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
