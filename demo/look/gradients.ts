import { button, el, field, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionLabel } from "../labels.ts";
import { type TextId, text } from "../languages/text.ts";
import { type ColorName, type GradientName, partPaintedBy, table } from "../product/options.ts";
import { colorsOf, type Gradient, hexOf, type Paints, paintsOf, parseGradient } from "../product/pictures.ts";
import { readState } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { createFold } from "./fold.ts";
import { createColorInput, createOptionInputs, namesAt, shadeOf, showError, typedValue } from "./option-input.ts";
import { createFrames } from "./shapes.ts";

/** The labels of the kinds of gradients. */
const KINDS: Readonly<Record<string, TextId>> = {
  "": "noGradient",
  linear: "gradientLinear",
  radial: "gradientRadial",
};

/** Returns the paints of the picture as if it had no gradients. */
function solidPaints(store: Store): Paints {
  const { options } = readState(store.state);
  return paintsOf({ ...options, gradient: undefined, eyeGradient: undefined, bgGradient: undefined });
}

/** The second colour of a new gradient, by option, in display order. */
const SECOND: Readonly<Record<GradientName, string>> = {
  gradient: "813d9c",
  bgGradient: "d5e7fa",
  eyeGradient: "613583",
};

/** Creates the collapsed controls for the colours of corners and for gradients. */
export function createMoreColors(store: Store): HTMLElement {
  const names = Object.keys(SECOND) as GradientName[];
  const colors = namesAt("corner color");
  return createFold(
    store,
    text("gradientsAndCorners"),
    [...names, ...colors],
    ...names.map((name) => createGradient(store, name)),
    el("div", { class: "fields" }, ...colors.map((name) => createColor(store, name))),
  );
}

/** Maximum number of colours in a gradient. */
const MAX_COLORS = 5;

type Stop = Gradient["stops"][number];

/** Returns the stops as texts, as in the option's value. */
function listOf(stops: readonly Stop[], hasPositions: boolean): readonly string[] {
  return stops.map(({ color, at }) => (hasPositions ? `${color}@${percent(at)}` : color));
}

const percent = (at: number) => Math.round(100 * at);

/** Returns `stops` with an additional stop, which changes the gradient as little as possible. It is at the end, or in the
 *  middle of the largest gap if that gap is larger than the space after the last stop. */
function withStop(stops: readonly Stop[]): readonly Stop[] {
  const gaps = stops.slice(1).map(({ at }, place) => at - (stops[place] as Stop).at);
  const widest = Math.max(...gaps);
  const last = stops.at(-1) as Stop;
  if (1 - last.at > widest) return [...stops, { ...last, at: 1 }];
  const place = gaps.indexOf(widest);
  const at = (stops[place] as Stop).at + widest / 2;
  const color = hexOf(colorsOf({ angle: undefined, stops })(at));
  return stops.toSpliced(place + 1, 0, { color, at });
}

/** Creates the controls for one gradient: its kind, its colours with their positions, and its angle. */
function createGradient(store: Store, name: GradientName): HTMLElement {
  const label = optionLabel(name);
  const kind = el("select", { id: uniqueId(name) });
  for (const [value, label] of Object.entries(KINDS)) {
    kind.append(el("option", { value }, text(label)));
  }
  const firstColor = () => shadeOf(solidPaints(store)[partPaintedBy(name)].value);
  const current = () => readTyped(name, typedValue(store.state, name));
  const textOf = (stops: readonly Stop[], hasPositions = current()?.hasPositions ?? false) => {
    const head = kind.value === "linear" ? `linear,${current() ? angle.value : 45}` : "radial";
    return [head, ...listOf(stops, hasPositions)].join(",");
  };
  const set = (stops: readonly Stop[], hasPositions?: boolean, subject?: string) =>
    changeLook(store, { [name]: textOf(stops, hasPositions) }, subject);
  const change = () => {
    const first = [firstColor(), SECOND[name]].map((color, at) => ({ color, at }));
    if (kind.value === "") changeLook(store, { [name]: undefined });
    else set(current()?.stops ?? first, undefined, name);
  };
  const rows = Array.from({ length: MAX_COLORS }, (_, index) =>
    createStop(store, name, index, (part) => {
      const stops = current()?.stops ?? [];
      const stop = stops[index];
      return stop && textOf(stops.with(index, { ...stop, ...part }));
    }),
  );
  const angleId = uniqueId("angle");
  const angle = el("input", {
    type: "range",
    id: angleId,
    min: 0,
    max: 359,
    step: 1,
    "aria-label": text("gradientAngle", { label }),
  });
  const angleField = el("div", { class: "joined" }, el("label", { for: angleId }, text("angle")), angle);
  // Without positions, a new colour is a copy of the first one, which has a known contrast.
  const add = button(
    text("addColor"),
    () => {
      const { stops = [], hasPositions } = current() ?? {};
      set(hasPositions ? withStop(stops) : [...stops, ...stops.slice(0, 1)]);
    },
    { "aria-label": text("addColorTo", { label }) },
  );
  const remove = button(text("removeColor"), () => set(current()?.stops.slice(0, -1) ?? []), {
    "aria-label": text("removeColorFrom", { label }),
  });
  const positions = el("input", {
    type: "checkbox",
    id: uniqueId("positions"),
    "aria-label": text("setPositionsOf", { label }),
    onchange: () => set(current()?.stops ?? [], positions.checked),
  });
  const positionsField = el(
    "div",
    { class: "field flag" },
    positions,
    el("label", { for: positions.id }, text("setPositions")),
  );
  const colors = el("div", { class: "stops" }, ...rows.map(({ element }) => element));
  const buttons = el("div", { class: "row start" }, add, remove);
  const more = el("div", { class: "gradient" }, colors, buttons, positionsField, angleField);
  const errorText = el("p", { class: "fault", id: uniqueId("gradient-fault") });
  for (const input of [kind, angle]) input.addEventListener("input", change);
  store.watch((state) => {
    const gradient = current();
    setValue(kind, gradient ? (gradient.angle === undefined ? "radial" : "linear") : "");
    more.hidden = gradient === undefined;
    angleField.hidden = gradient?.angle === undefined;
    if (gradient) {
      const { stops, hasPositions } = gradient;
      positions.checked = hasPositions;
      colors.classList.toggle("placed", hasPositions);
      const focused = document.activeElement;
      // A colour between two others can be computed only if all colours are valid.
      add.disabled = stops.length >= MAX_COLORS || !stops.every(isValid);
      remove.disabled = stops.length <= 2;
      // A disabled button loses focus, so the other button gets it.
      if (focused === add && add.disabled) remove.focus();
      if (focused === remove && remove.disabled) add.focus();
      setValue(angle, String(gradient.angle ?? 45));
    }
    const issue = readState(state).issues.find(({ field }) => field === name);
    const message = issue && inLabels(issue);
    for (const { show } of rows) show(gradient?.stops ?? [], gradient?.hasPositions ?? false, message);
    showError(kind, errorText, gradient?.stops.every(isValid) === false ? "" : message);
  });
  return field(label, kind, more, errorText);
}

const isValid = ({ color }: Stop) => table.color.read(color) !== undefined;

/** Returns the gradient in `value`. Returns undefined for "none", and if anything except the colours is invalid. */
function readTyped(name: GradientName, value = "") {
  const withoutColors = value.replace(/(^linear,\d+|^radial)|,[^,@]*/g, (_, head?: string) => head ?? ",000000");
  if (!table[name].read(withoutColors)) return undefined;
  return { ...parseGradient(value), hasPositions: value.includes("@") };
}

interface StopRow {
  readonly element: HTMLElement;
  /** Shows the stop. If its colour is invalid, also shows the message. */
  show(stops: readonly Stop[], hasPositions: boolean, message?: string): void;
}

/** Creates the controls for the stop at `index`: its colour, and its position as a slider and a number. A position stays
 *  between those of its neighbours. `valueWith` returns the gradient with a part of the stop changed. */
function createStop(
  store: Store,
  name: GradientName,
  index: number,
  valueWith: (part: Partial<Stop>) => string | undefined,
): StopRow {
  const label = optionLabel(name);
  const errorText = el("p", { class: "fault", id: uniqueId("stop-fault") });
  const { picker, digits } = createColorInput(
    store,
    name,
    { "aria-describedby": errorText.id },
    {
      colorIn: (value) => readTyped(name, value)?.stops[index]?.color ?? "",
      valueWith: (color) => valueWith({ color }),
    },
  );
  const named = text("colorPosition", { label, number: index + 1 });
  const exact = el("input", { type: "number", step: 1, "aria-label": named });
  const slider = el("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 1,
    "aria-label": text("sliderOf", { label: named }),
  });
  const place = el("div", { class: "joined slide" }, slider, exact, el("span", { "aria-hidden": "true" }, "%"));
  const element = el("div", { class: "stop" }, el("div", { class: "joined" }, picker, digits), place, errorText);
  let latest = 0;
  const move = (value: string) => {
    const within = Math.min(Number(exact.max), Math.max(Number(exact.min), Math.round(Number(value))));
    if (within !== latest) changeLook(store, { [name]: valueWith({ at: within / 100 }) }, `${name}-${index}`);
    // The controls may still show another value if the state did not change.
    setValue(slider, String(within));
    setValue(exact, String(within));
  };
  slider.addEventListener("input", () => move(slider.value));
  // An invalid number may be the start of a valid one.
  exact.addEventListener("input", () => {
    if (exact.value !== "" && exact.checkValidity()) move(exact.value);
  });
  exact.addEventListener("change", () => move(exact.value === "" ? String(latest) : exact.value));
  return {
    element,
    show(stops, hasPositions, message) {
      const stop = stops[index];
      element.hidden = stop === undefined;
      place.hidden = !hasPositions;
      showError(digits, errorText, stop && !isValid(stop) ? message : "");
      if (!stop) return;
      digits.ariaLabel = labelOfColor(label, index, stops.length);
      picker.ariaLabel = text("pickerOf", { label: digits.ariaLabel });
      if (isValid(stop)) setValue(picker, `#${stop.color}`);
      latest = percent(stop.at);
      exact.min = String(percent(stops[index - 1]?.at ?? 0));
      exact.max = String(percent(stops[index + 1]?.at ?? 1));
      setValue(exact, String(latest));
      setValue(slider, String(latest));
    },
  };
}

/** Returns the label of one of `count` colours. `at` is its index. */
function labelOfColor(label: string, at: number, count: number): string {
  if (at === 0) return text("firstColor", { label });
  return at === count - 1 ? text("lastColor", { label }) : text("numberedColor", { label, number: at + 1 });
}

/** Creates the folded controls for the frame and its caption. */
export function createFrame(store: Store): HTMLElement {
  const colors = namesAt("frame color").map((name) => createColor(store, name));
  return createFold(
    store,
    text("frameAndCaption"),
    ["frame", "caption"],
    createFrames(store),
    createOptionInputs(store, "frame"),
    el("div", { class: "fields" }, ...colors),
  );
}

/** Creates the controls for a colour that equals another colour by default. */
function createColor(store: Store, name: Exclude<ColorName, "color" | "bg">): HTMLElement {
  const id = uniqueId(name);
  const own = el("input", { type: "checkbox", id });
  const picker = el("input", { type: "color", "aria-label": optionLabel(name) });
  const usual = () => solidPaints(store)[partPaintedBy(name)].value;
  own.addEventListener("change", () => changeLook(store, { [name]: own.checked ? usual() : undefined }));
  picker.addEventListener("input", () => changeLook(store, { [name]: picker.value.slice(1) }, name));
  store.watch((state) => {
    const { options } = readState(state);
    own.checked = options[name] !== undefined;
    picker.hidden = options[name] === undefined;
    setValue(picker, `#${options[name] ?? table.color.default}`);
  });
  return el("div", { class: "field flag" }, own, el("label", { for: id }, optionLabel(name)), picker);
}
