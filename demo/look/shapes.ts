import { nodesOf } from "../../src/element/markup.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { el } from "../dom.ts";
import { optionLabels, shapeLabel } from "../labels.ts";
import { text } from "../languages/text.ts";
import { changeLook, type Store } from "../state.ts";
import { createFold } from "./fold.ts";

/** The text of the sample QR codes. It is short enough for version 1. */
export const SAMPLE = "ISOQR";

type ShapeName = "dotStyle" | "eyeStyle" | "pupilStyle";

/** Creates the picker for the shape of the modules. */
export function createStyles(store: Store): HTMLElement {
  return createPicker(store, "dotStyle");
}

/** Creates the collapsed pickers for the corner shapes. */
export function createCorners(store: Store): HTMLElement {
  const names = ["eyeStyle", "pupilStyle"] as const;
  return createFold(store, text("Corner shapes"), names, ...names.map((name) => createPicker(store, name)));
}

/** Creates one radio button per shape. Each shows a corner of a QR code with that shape. */
function createPicker(store: Store, name: ShapeName): HTMLElement {
  const usual = name === "dotStyle" ? table.dotStyle.default : "";
  const values = name === "dotStyle" ? table.dotStyle.of : ["", ...table[name].of];
  const inputs = values.map((value) =>
    el("input", {
      type: "radio",
      name,
      value,
      onchange: () => changeLook(store, { [name]: value === usual ? undefined : value }),
    }),
  );
  store.watch(({ look }) => {
    for (const input of inputs) input.checked = input.value === (look[name] ?? usual);
  });
  const shapes = inputs.map((input) => {
    const picture = sample(input.value === "" ? {} : { [name]: input.value }, name === "dotStyle" ? 48 : 28);
    return el("label", { class: "style" }, input, picture, el("span", {}, text(shapeLabel(input.value))));
  });
  return el("fieldset", {}, el("legend", {}, text(optionLabels[name])), el("div", { class: "styles" }, ...shapes));
}

/** Returns the upper left corner of a sample code, `extent` pixels wide, in the colour of the text around it. */
function sample(words: RawOptions, extent: number): Element {
  const { options } = parseOptions({ data: SAMPLE, format: "svg", margin: 0, size: 84, ...words });
  const picture = nodesOf(drawSvgDesign(options), "");
  picture.setAttribute("viewBox", `0 0 ${extent} ${extent}`);
  picture.removeAttribute("role");
  const [background, ...shapes] = picture.querySelectorAll("path");
  background?.remove();
  for (const shape of shapes) shape.setAttribute("fill", "currentColor");
  picture.querySelector("title")?.remove();
  picture.setAttribute("aria-hidden", "true");
  return picture;
}
