import { el, uniqueId } from "../dom.ts";
import { optionHint, optionLabel, valueLabel } from "../labels.ts";
import { text } from "../languages/text.ts";
import { parseOptions, type RawOptions, table } from "../product/options.ts";
import { type Caption, drawSvgDesign, layOutFrame, node, nodesOf, sizes } from "../product/pictures.ts";
import { readState } from "../reading.ts";
import { changeLook, type State, type Store } from "../state.ts";
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
  return createFold(store, text("cornerShapes"), names, ...names.map((name) => createPicker(store, name)));
}

export function createFrames(store: Store): HTMLElement {
  const { default: usual, of: values } = table.frame;
  // A caption implies a frame, so "none" must then be stored.
  const set = (value: string) => {
    const isNeeded = value !== usual || store.state.look.caption !== undefined;
    changeLook(store, { frame: isNeeded ? value : undefined });
  };
  return createChoices("frame", store, { values, set, chosen: (state) => readState(state).options.frame });
}

function createPicker(store: Store, name: ShapeName): HTMLElement {
  const usual = name === "dotStyle" ? table.dotStyle.default : "";
  const values = name === "dotStyle" ? table.dotStyle.of : ["", ...table[name].of];
  const set = (value: string) => {
    const isUnsized = name === "dotStyle" && !Object.hasOwn(sizes, value);
    changeLook(store, { [name]: value === usual ? undefined : value, ...(isUnsized && { dotSize: undefined }) });
  };
  return createChoices(name, store, { values, set, chosen: ({ look }) => look[name] ?? usual });
}

interface Choices {
  readonly values: readonly string[];
  set(value: string): void;
  chosen(state: State): string;
}

/** Creates one radio button per value. Each shows a sample code with that value. */
function createChoices(name: ShapeName | "frame", store: Store, { values, set, chosen }: Choices): HTMLElement {
  const about = el("p", { class: "about", id: uniqueId(name) }, optionHint(name));
  const inputs = values.map((value) => el("input", { type: "radio", name, value, onchange: () => set(value) }));
  store.watch((state) => {
    for (const input of inputs) input.checked = input.value === chosen(state);
  });
  const choices = inputs.map((input) => {
    const { value } = input;
    return el("label", { class: "style" }, input, pictureOf(name, value), el("span", {}, valueLabel(name, value)));
  });
  return el(
    "fieldset",
    { "aria-describedby": about.textContent ? about.id : undefined },
    el("legend", {}, optionLabel(name)),
    el("div", { class: "styles" }, ...choices),
    about,
  );
}

/** Returns the picture of a choice: the code with its frame, or the upper left corner of the code. */
function pictureOf(name: ShapeName | "frame", value: string): Element {
  if (name === "frame") return framed(value);
  const picture = sample(value === "" ? {} : { [name]: value });
  const extent = name === "dotStyle" ? 48 : 28;
  picture.setAttribute("viewBox", `0 0 ${extent} ${extent}`);
  return picture;
}

/** Returns a sample code in a frame, with a bar instead of the caption. */
function framed(frame: string): Element {
  if (frame === "none") return sample({ frame });
  const { options } = parseOptions({ data: SAMPLE, size: 84, frame, caption: "-" });
  const { width = 0, height = 0 } = layOutFrame(options).text ?? {};
  const bar = `M${0.2 * width} ${0.4 * height}h${0.6 * width}v${0.2 * height}h-${0.6 * width}z`;
  const picture = sample({ frame, caption: "-", margin: 1 }, { svg: [node("path", { d: bar })], isPlain: true });
  picture.lastElementChild?.setAttribute("class", "bar");
  return picture;
}

/** Returns a sample code in the colour of the text around it. */
function sample(input: RawOptions, caption?: Caption): Element {
  const { options } = parseOptions({ data: SAMPLE, format: "svg", margin: 0, size: 84, ...input });
  const picture = nodesOf(drawSvgDesign(options, { caption }));
  picture.removeAttribute("role");
  const [background, ...shapes] = picture.querySelectorAll("path");
  background?.remove();
  for (const shape of shapes) {
    shape.setAttribute(shape.getAttribute("fill") === "none" ? "stroke" : "fill", "currentColor");
  }
  picture.querySelector("title")?.remove();
  picture.setAttribute("aria-hidden", "true");
  return picture;
}
