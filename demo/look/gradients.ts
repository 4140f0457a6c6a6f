import { table } from "../../src/options/table.ts";
import { type Gradient, parseGradient } from "../../src/render/gradient.ts";
import { button, el, field, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { english, text } from "../languages/text.ts";
import { readState } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { createFold } from "./fold.ts";
import { createOptionInputs, showError } from "./option-input.ts";

/** The labels of the kinds of gradients. */
const KINDS = english({ "": "None|gradient", linear: "Linear", radial: "Radial" });

type GradientName = "gradient" | "eyeGradient" | "bgGradient";
type ColorName = "eyeColor" | "pupilColor" | "frameColor" | "captionColor";

/** The second colour of a new gradient, by option. */
const SECOND: Readonly<Record<GradientName, string>> = {
  gradient: "813d9c",
  eyeGradient: "613583",
  bgGradient: "d5e7fa",
};

/** Creates the collapsed controls for the colours of corners and for gradients. */
export function createMoreColors(store: Store): HTMLElement {
  const names = ["gradient", "bgGradient", "eyeGradient"] as const;
  const colors = ["eyeColor", "pupilColor"] as const;
  return createFold(
    store,
    text("Gradients and corner colours"),
    [...names, ...colors],
    ...names.map((name) => createGradient(store, name)),
    el("div", { class: "fields" }, ...colors.map((name) => createColor(store, name))),
  );
}

/** Maximum number of colours in a gradient. */
const MOST_COLORS = 5;

/** Returns the colours of a gradient as in the value of its option. Positions are omitted from evenly spaced colours. */
function colorsOf({ stops }: Gradient): readonly string[] {
  const isEven = stops.every(({ at }, place) => Math.abs(at - place / (stops.length - 1)) < 0.01);
  return stops.map(({ color, at }) => (isEven ? color : `${color}@${Math.round(100 * at)}`));
}

/** Creates the controls for one gradient: its kind, its colours and its angle. */
function createGradient(store: Store, name: GradientName): HTMLElement {
  const label = text(optionLabels[name]);
  const kind = el("select", { id: uniqueId(name) });
  for (const [value, label] of Object.entries(KINDS)) {
    kind.append(el("option", { value }, text(label)));
  }
  const pickers = Array.from({ length: MOST_COLORS }, () => el("input", { type: "color" }));
  const angle = el("input", {
    type: "range",
    min: 0,
    max: 359,
    step: 1,
    "aria-label": text("{label}: angle", { label }),
  });
  // A new colour is a copy of the first one, whose contrast is known. All colours are then evenly spaced.
  const add = button(text("Add colour"), () => set([...plainColors(), plainColors()[0] ?? firstColor()]), {
    "aria-label": text("{label}: add colour", { label }),
  });
  const remove = button(text("Remove colour"), () => set(plainColors().slice(0, -1)), {
    "aria-label": text("{label}: remove colour", { label }),
  });
  const colors = el("div", { class: "joined gradient" }, ...pickers);
  const more = el("div", { class: "field" }, colors, angle, el("div", { class: "row start" }, add, remove));
  const errorText = el("p", { class: "fault", id: uniqueId("gradient-fault") });
  const firstColor = () => {
    const { color, bg, eyeColor } = readState(store.state).options;
    const usual = name === "bgGradient" ? (bg === "transparent" ? "ffffff" : bg) : color;
    return name === "eyeGradient" ? (eyeColor ?? usual) : usual;
  };
  const current = () => {
    const value = readState(store.state).options[name];
    return value === undefined ? undefined : parseGradient(value);
  };
  const plainColors = () => (current()?.stops ?? []).map(({ color }) => color);
  const set = (colors: readonly string[], subject?: string) => {
    const head = kind.value === "linear" ? `linear,${current() ? angle.value : 45}` : "radial";
    changeLook(store, { [name]: [head, ...colors].join(",") }, subject);
  };
  const change = () => {
    const gradient = current();
    if (kind.value === "") changeLook(store, { [name]: undefined });
    else set(gradient ? colorsOf(gradient) : [firstColor(), SECOND[name]], name);
  };
  for (const input of [kind, angle]) input.addEventListener("input", change);
  for (const [at, picker] of pickers.entries()) {
    picker.addEventListener("input", () => {
      const known = colorsOf(current() ?? { angle: undefined, stops: [] });
      set(known.with(at, `${picker.value.slice(1)}${known[at]?.slice(6) ?? ""}`), name);
    });
  }
  store.watch((state) => {
    const gradient = current();
    setValue(kind, gradient ? (gradient.angle === undefined ? "radial" : "linear") : "");
    more.hidden = gradient === undefined;
    angle.hidden = gradient?.angle === undefined;
    if (gradient) {
      const { stops } = gradient;
      for (const [at, picker] of pickers.entries()) {
        picker.hidden = at >= stops.length;
        picker.ariaLabel = labelOfColor(label, at, stops.length);
        setValue(picker, `#${stops[at]?.color ?? "000000"}`);
      }
      const focused = document.activeElement;
      add.disabled = stops.length >= MOST_COLORS;
      remove.disabled = stops.length <= 2;
      // A disabled button loses focus, so move the focus to the other button.
      if (focused === add && add.disabled) remove.focus();
      if (focused === remove && remove.disabled) add.focus();
      setValue(angle, String(gradient.angle ?? 45));
    }
    const issue = readState(state).issues.find(({ field }) => field === name);
    showError(kind, errorText, issue && inLabels(issue));
  });
  return field(label, kind, more, errorText);
}

/** Returns the label of one of `count` colours. `at` is its index. */
function labelOfColor(label: string, at: number, count: number): string {
  if (at === 0) return text("{label}: first colour", { label });
  return at === count - 1
    ? text("{label}: last colour", { label })
    : text("{label}: colour {number}", { label, number: at + 1 });
}

/** Creates the folded controls for the frame and its caption. */
export function createFrame(store: Store): HTMLElement {
  const colors = (["frameColor", "captionColor"] as const).map((name) => createColor(store, name));
  return createFold(
    store,
    text("Frame and caption"),
    ["frame", "caption"],
    createOptionInputs(store, "frame"),
    el("div", { class: "fields" }, ...colors),
  );
}

/** Creates the controls for a colour that equals another colour by default. */
function createColor(store: Store, name: ColorName): HTMLElement {
  const id = uniqueId(name);
  const own = el("input", { type: "checkbox", id });
  const picker = el("input", { type: "color", "aria-label": text(optionLabels[name]) });
  const usual = () => {
    const { color, bg, eyeColor } = readState(store.state).options;
    if (name === "captionColor") return bg === "transparent" ? "ffffff" : bg;
    return name === "pupilColor" ? (eyeColor ?? color) : color;
  };
  own.addEventListener("change", () => changeLook(store, { [name]: own.checked ? usual() : undefined }));
  picker.addEventListener("input", () => changeLook(store, { [name]: picker.value.slice(1) }, name));
  store.watch((state) => {
    const { options } = readState(state);
    own.checked = options[name] !== undefined;
    picker.hidden = options[name] === undefined;
    setValue(picker, `#${options[name] ?? table.color.default}`);
  });
  return el("div", { class: "field flag" }, own, el("label", { for: id }, text(optionLabels[name])), picker);
}
