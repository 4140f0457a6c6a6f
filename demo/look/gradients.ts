import { table } from "../../src/options/table.ts";
import { parseGradient } from "../../src/render/gradient.ts";
import { el, field, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { english, text } from "../languages/text.ts";
import { readState } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { createFold } from "./fold.ts";
import { createOptionInputs, showError } from "./option-input.ts";

/** The labels of the kinds of gradients. */
const KINDS = english({ "": "None", linear: "Linear", radial: "Radial" });

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

/** Creates the controls for one gradient: its kind, its first and last colours, and its angle. Colours between these
 *  two, for example from a preset, do not change. */
function createGradient(store: Store, name: GradientName): HTMLElement {
  const kind = el("select", { id: uniqueId(name) });
  for (const [value, label] of Object.entries(KINDS)) {
    kind.append(el("option", { value }, text(label)));
  }
  const colors = [0, 1].map((at) =>
    el("input", {
      type: "color",
      "aria-label": text(at === 0 ? "{label}: first colour" : "{label}: last colour", {
        label: text(optionLabels[name]),
      }),
    }),
  );
  const angle = el("input", {
    type: "range",
    min: 0,
    max: 359,
    step: 1,
    "aria-label": text("{label}: angle", { label: text(optionLabels[name]) }),
  });
  const more = el("div", { class: "joined" }, ...colors, angle);
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
  const change = () => {
    if (kind.value === "") return changeLook(store, { [name]: undefined });
    const middle = (current()?.stops ?? []).slice(1, -1).map(({ color, at }) => `${color}@${Math.round(100 * at)}`);
    const isNew = current() === undefined;
    const [first = "", last = ""] = isNew ? [firstColor(), SECOND[name]] : colors.map(({ value }) => value.slice(1));
    const head = kind.value === "linear" ? `linear,${isNew ? 45 : angle.value}` : "radial";
    return changeLook(store, { [name]: [head, first, ...middle, last].join(",") }, name);
  };
  for (const input of [kind, ...colors, angle]) input.addEventListener("input", change);
  store.watch((state) => {
    const gradient = current();
    setValue(kind, gradient ? (gradient.angle === undefined ? "radial" : "linear") : "");
    more.hidden = gradient === undefined;
    angle.hidden = gradient?.angle === undefined;
    if (gradient) {
      const ends = [gradient.stops[0], gradient.stops.at(-1)];
      colors.forEach((input, at) => {
        setValue(input, `#${ends[at]?.color ?? "000000"}`);
      });
      setValue(angle, String(gradient.angle ?? 45));
    }
    const issue = readState(state).issues.find(({ field }) => field === name);
    showError(kind, errorText, issue && inLabels(issue));
  });
  return field(text(optionLabels[name]), kind, more, errorText);
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
