import { el, setText, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionHint, optionLabel, valueLabel } from "../labels.ts";
import { text } from "../languages/text.ts";
import { logoOf, type OptionName, pictureSize, type Row, table } from "../product/options.ts";
import { sizes } from "../product/pictures.ts";
import { readState } from "../reading.ts";
import { changeLook, downloadLook, type LookChange, type State, type Store } from "../state.ts";

type Name = Exclude<OptionName, "data">;

/** The place of each option in the page, in display order: below the styles, with the size, in the frame, behind "More
 *  options", or with the logo. Colours are with the corners or with the frame. "own" is an option with a separate control,
 *  and "none" an option that the page does not have. */
const PLACES = {
  data: "own",
  // The content of the page is always text.
  dataBase64: "none",
  format: "own",
  dotStyle: "own",
  preset: "own",
  design: "own",
  dotSize: "style",
  eyeStyle: "own",
  pupilStyle: "own",
  eyeColor: "corner color",
  pupilColor: "corner color",
  gradient: "own",
  eyeGradient: "own",
  bgGradient: "own",
  frame: "own",
  caption: "frame",
  captionFont: "frame",
  captionIcon: "frame",
  frameColor: "frame color",
  captionColor: "frame color",
  color: "own",
  bg: "own",
  size: "look",
  moduleSize: "none",
  // The download menu has both.
  width: "none",
  dpi: "none",
  margin: "look",
  ec: "more",
  alignmentStyle: "more",
  version: "more",
  maxVersion: "more",
  mask: "more",
  optimize: "more",
  title: "more",
  boost: "more",
  eci: "more",
  logo: "own",
  logoData: "own",
  // The type is detected from the file.
  logoMime: "none",
  logoSize: "logo",
  logoMargin: "logo",
  logoShape: "logo",
  logoPosition: "logo",
  // This option is for programs that read few kinds of files. The page shows its pictures in browsers.
  logoFormat: "none",
  pngColor: "none",
} as const satisfies Readonly<Record<OptionName, FieldPlace | PaintPlace | "own" | "none">>;

type FieldPlace = "style" | "look" | "frame" | "more" | "logo";
type PaintPlace = "corner color" | "frame color";

type NamesAt<Place> = { [One in Name]: (typeof PLACES)[One] extends Place ? One : never }[Name];

/** Returns the options at a place, in display order. */
export function namesAt<Place extends FieldPlace | PaintPlace>(place: Place): NamesAt<Place>[] {
  return (Object.keys(PLACES) as Name[]).filter((name) => PLACES[name] === place) as NamesAt<Place>[];
}

export function createOptionInputs(store: Store, place: FieldPlace): HTMLElement {
  return el("div", { class: "fields" }, ...namesAt(place).map((name) => createOptionInput(store, name)));
}

/** Creates the control for one option, and the element for its error, from the option's row in the table. */
function createOptionInput(store: Store, name: Name): HTMLElement {
  const row: Row = table[name];
  const id = uniqueId(name);
  const errorText = el("p", { class: "fault", id: `${id}-fault` });
  const about = el("p", { class: "about", id: `${id}-about` }, optionHint(name));
  const element = controlFor(store, name, row, {
    label: el("label", { for: id }, optionLabel(name)),
    about,
    common: { id, "data-option": name, "aria-describedby": `${about.id} ${errorText.id}` },
    initial: "default" in row && row.default !== undefined ? String(row.default) : "",
  });
  element.append(errorText);
  store.watch((state) => {
    const issue = readState(state).issues.find(({ field }) => field === name);
    showError(element.querySelector(`#${id}`), errorText, issue && inLabels(issue));
    if (name === "size") setText(about, aboutSize(state));
  });
  return element;
}

/** Returns the hint for the size, which is the width. With a frame, the image may be higher. */
function aboutSize(state: State): string {
  const size = downloadLook(state.look).size ?? "";
  if (state.look.size === undefined) return text("pngPrintSize", { size });
  const { width, height } = pictureSize(readState(state).options);
  return height === width
    ? text("hint.size")
    : text("widthWithFrame", {
        height,
      });
}

/** Sets an option to a typed value, together with `more` options. An invalid value is only a draft until the user leaves the
 *  field, so that no error appears while the user types. */
export function typeOption(store: Store, name: Name, value: string | undefined, more: LookChange = {}): void {
  const { state } = store;
  const { issues } = readState({ ...state, look: { ...state.look, [name]: value } });
  if (value !== undefined && issues.some(({ field }) => field === name)) store.change({ draft: { name, value } }, name);
  else changeLook(store, { ...more, [name]: value }, name);
}

/** Sets an option to its draft, together with `more` options, when the user leaves `input` or presses Enter. `read` returns
 *  the value that the draft means. */
export function setOnLeave(
  input: HTMLInputElement,
  store: Store,
  name: Name,
  setting: { readonly read: (typed: string) => string | undefined; readonly more?: LookChange | undefined },
): void {
  const { read, more } = setting;
  const leave = () => {
    const { draft } = store.state;
    if (draft?.name === name) changeLook(store, { ...more, [name]: read(draft.value) }, name);
  };
  for (const end of ["change", "blur"]) input.addEventListener(end, leave);
}

/** A colour in the value of an option, or the whole value. */
interface ColorPlace {
  colorIn(value: string | undefined): string;
  /** Returns the value of the option with this colour. */
  valueWith(color: string): string | undefined;
  /** Options that change together with this one. */
  readonly more?: LookChange;
}

/** Creates the browser's colour picker, and a field for six or three hex digits of the same colour. */
export function createColorInput(
  store: Store,
  name: Name,
  attributes: Parameters<typeof el>[1],
  { colorIn, valueWith, more }: ColorPlace,
): { readonly picker: HTMLInputElement; readonly digits: HTMLInputElement } {
  const picker = el("input", { type: "color" });
  const digits = el("input", {
    type: "text",
    class: "digits",
    maxlength: 20,
    "data-option": name,
    spellcheck: "false",
    autocomplete: "off",
    ...attributes,
  });
  const read = (typed: string) => valueWith(typed.replace(/[#,@\s]/g, "").toLowerCase());
  for (const input of [digits, picker]) {
    input.addEventListener("input", () => {
      if (/^\s*#/.test(digits.value)) setValue(digits, digits.value.trim().replace(/^#+/, ""));
      typeOption(store, name, read(input.value), more);
    });
  }
  // While the user types, three digits may be the start of six.
  const whole = (color: string) => (/^[\da-f]{3}$/.test(color) ? color.replace(/./g, "$&$&") : color);
  setOnLeave(digits, store, name, { read: (value) => valueWith(whole(colorIn(value))), more });
  digits.addEventListener("blur", () => setValue(digits, colorIn(store.state.look[name])));
  store.watch((state) => {
    const value = typedValue(state, name);
    // Does not change what the user is typing if it means the same as the state. After an undo, it no longer does.
    if (document.activeElement !== digits || read(digits.value) !== value) setValue(digits, colorIn(value));
  });
  return { picker, digits };
}

/** Returns what the field of an option shows. */
export function typedValue({ look, draft }: State, name: Name): string | undefined {
  return draft?.name === name ? draft.value : look[name];
}

/** Marks `control` as invalid, and shows the error in `errorText`. An empty message clears both. */
export function showError(control: Element | null, errorText: HTMLElement, message = ""): void {
  setText(errorText, message);
  // The field may be in a closed section.
  if (message && !control?.hasAttribute("aria-invalid")) control?.closest("details")?.setAttribute("open", "");
  if (message) control?.setAttribute("aria-invalid", "true");
  else control?.removeAttribute("aria-invalid");
}

function controlFor(store: Store, name: Name, row: Row, { label, about, common, initial }: Parts): HTMLElement {
  // The default of the error correction level depends on the logo, and downloads have another default size. A chosen level or
  // size is therefore stored even if it is the default.
  const isKept = name === "ec" || name === "size";
  const set = (value: string) =>
    typeOption(store, name, value === "" || (value === initial && !isKept) ? undefined : value);

  if (row.kind === "flag") {
    const input = el("input", { ...common, type: "checkbox", onchange: () => set(String(input.checked)) });
    store.watch(({ look }) => {
      input.checked = look[name] === "true";
    });
    return el("div", { class: "field flag wide" }, input, label, about);
  }
  const choices = choicesOf(row);
  if (choices) {
    const input = el("select", { ...common, onchange: () => set(input.value) });
    input.append(...choices.map((value) => el("option", { value }, valueLabel(name, value))));
    const automatic = name === "ec" || initial === "" ? el("option", { value: "" }) : undefined;
    if (automatic) input.prepend(automatic);
    store.watch((state) => {
      if (automatic) automatic.textContent = automaticOf(name, state);
      setValue(input, state.look[name] ?? (automatic ? "" : initial));
    });
    return el("div", { class: "field" }, label, input, about);
  }
  if (row.kind === "integer" || row.kind === "number") {
    return numberField(store, name, row, { label, about, common, initial, set });
  }
  const input = el("input", { ...common, type: "text", dir: "auto", placeholder: initial, autocomplete: "off" });
  input.addEventListener("input", () => set(input.value));
  setOnLeave(input, store, name, { read: String });
  store.watch((state) => setValue(input, typedValue(state, name) ?? ""));
  return el("div", { class: "field wide" }, label, input, about);
}

/** Returns the values of an option that is shown as a list: a choice, or an integer without a default. */
function choicesOf(row: Row): readonly string[] | undefined {
  if (row.kind === "choice") return row.of;
  if (row.kind !== "integer" || row.default !== undefined) return undefined;
  return Array.from({ length: row.max - row.min + 1 }, (_, at) => String(row.min + at));
}

/** Returns the label of the choice that unsets the option. */
function automaticOf(name: Name, { kind, forms, look }: State): string {
  if (name !== "ec") return text("automatic");
  const { ec: _, ...others } = look;
  const { options } = readState({ kind, forms, look: others });
  return text(logoOf(options) !== undefined ? "automaticWithLogo" : "automaticLevel", { level: options.ec });
}

interface Parts {
  readonly label: HTMLElement;
  readonly about: HTMLElement;
  readonly common: { readonly id: string; readonly "data-option": Name; readonly "aria-describedby": string };
  readonly initial: string;
}

/** Creates a slider and a number field for the same value. */
function numberField(
  store: Store,
  name: Name,
  { min, max, kind }: Extract<Row, { kind: "integer" | "number" }>,
  { label, about, common, initial, set }: Parts & { set(value: string): void },
): HTMLElement {
  const step = kind === "integer" ? 1 : 0.01;
  const exact = el("input", { ...common, type: "number", min, max, step, placeholder: initial });
  const slider = el("input", {
    type: "range",
    min,
    max,
    step,
    "aria-label": text("sliderOf", { label: optionLabel(name) }),
  });
  exact.addEventListener("input", () => set(exact.value));
  slider.addEventListener("input", () => set(slider.value));
  // The default module size depends on the style.
  const usualIn = ({ dotStyle = "" }: State["look"]) =>
    name === "dotSize" ? (sizes as Readonly<Record<string, number>>)[dotStyle] : undefined;
  // Until a size is chosen, this is that of the PNG to download.
  const unsetIn = (look: State["look"]) => (name === "size" && downloadLook(look).size) || initial;
  store.watch((state) => {
    const unset = unsetIn(state.look);
    const value = typedValue(state, name) ?? unset;
    const usual = String(usualIn(state.look) ?? unset);
    exact.placeholder = usual;
    // Does not change what the user is typing if it means the same as the state. After an undo, it no longer does.
    const isTyped = document.activeElement === exact && (exact.value || unset) === value;
    if (!isTyped) setValue(exact, value);
    setValue(slider, (state.look[name] ?? unset) || usual || String(min));
  });
  setOnLeave(exact, store, name, { read: String });
  exact.addEventListener("blur", () => setValue(exact, store.state.look[name] ?? unsetIn(store.state.look)));
  return el("div", { class: "field" }, label, el("div", { class: "joined slide" }, slider, exact), about);
}

/** Returns `color`, or white for "transparent", which colour pickers and the option `color` do not support. */
export function shadeOf(color: string): string {
  return color === "transparent" ? "ffffff" : color;
}
