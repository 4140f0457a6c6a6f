import { button, el, setText, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionLabel } from "../labels.ts";
import { numberOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { noPartColors, swapColors, table } from "../product/options.ts";
import { firstColor, GOOD_CONTRAST, MIN_CONTRAST, paintsOf, sizes } from "../product/pictures.ts";
import { contrastOf, weakestSpot } from "../product/report.ts";
import { readState } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { createBrands } from "./brands.ts";
import { createFrame, createMoreColors } from "./gradients.ts";
import { createColorInput, createOptionInputs, shadeOf, showError } from "./option-input.ts";
import { createPresets } from "./presets.ts";
import { createCorners, createStyles } from "./shapes.ts";

/** Creates the section with the designs, the shapes of modules and the colours. */
export function createLook(store: Store): HTMLElement {
  return el(
    "section",
    { class: "look", "aria-labelledby": "look-heading" },
    el("h2", { id: "look-heading" }, text("design")),
    createPresets(store),
    createStyles(store),
    createSize(store),
    el(
      "div",
      { class: "folds" },
      createFrame(store),
      createCorners(store),
      createMoreColors(store),
      createBrands(store),
    ),
    createColors(store),
  );
}

/** Creates the control for the size of the modules. It is shown for styles whose modules do not fill their space. */
function createSize(store: Store): HTMLElement {
  const fields = createOptionInputs(store, "style");
  store.watch(({ look }) => {
    fields.hidden = !Object.hasOwn(sizes, look.dotStyle ?? "");
  });
  return fields;
}

/** Creates the section with the size and the collapsed options. */
export function createFinish(store: Store): HTMLElement {
  return el(
    "section",
    { class: "finish", "aria-labelledby": "finish-heading" },
    el("h2", { id: "finish-heading" }, text("sizeAndDetails")),
    createOptionInputs(store, "look"),
    el(
      "div",
      { class: "folds" },
      el("details", { class: "more" }, el("summary", {}, text("moreOptions")), createOptionInputs(store, "more")),
    ),
  );
}

/** Creates the controls for both colours, and shows their contrast. */
function createColors(store: Store): HTMLElement {
  const contrast = el("p", { class: "contrast" });
  store.watch((state) => {
    const { options, issues } = readState(state);
    if (issues.some(({ field }) => field === "color" || field === "bg")) {
      contrast.dataset.verdict = "bad";
      contrast.textContent = text("contrastUnknown");
      return;
    }
    const { modules, background } = paintsOf(options);
    if (background.value === "transparent") {
      const [white = "", black = ""] = ["ffffff", "000000"].map(
        (bg) => `${numberOf(contrastOf(firstColor(modules.value), bg).ratio, 2)}:1`,
      );
      contrast.dataset.verdict = "weak";
      contrast.textContent = text("contrastOnWhiteAndBlack", { white, black });
      return;
    }
    const { front, back, isMixed } = weakestSpot(options);
    const ratio = isMixed ? 1 : contrastOf(front, back).ratio;
    const [verdict, description] =
      ratio < MIN_CONTRAST
        ? ["bad", text("contrastTooLow")]
        : ratio < GOOD_CONTRAST
          ? ["weak", text("contrastLow")]
          : ["good", text("contrastSufficient")];
    contrast.dataset.verdict = verdict;
    contrast.textContent = text("contrast", { ratio: numberOf(ratio, 2), description });
  });
  const swap = button(text("swapColors"), () => {
    const { color, bg, ...gradients } = swapColors(readState(store.state).options);
    const swapped = { color: unlessDefault("color", shadeOf(color)), bg: unlessDefault("bg", bg) };
    // The corners get the code's colour, because their own colours were chosen for the old background.
    changeLook(store, { ...swapped, ...gradients, ...noPartColors });
  });
  return el(
    "fieldset",
    { class: "colors" },
    el("legend", {}, text("colors")),
    el("div", { class: "fields" }, colorField(store, "color"), colorField(store, "bg")),
    el("div", { class: "row" }, contrast, swap),
  );
}

type ColorName = "color" | "bg";

/** Maps each colour to the gradient that hides it. */
const GRADIENTS = { color: "gradient", bg: "bgGradient" } as const;

const unlessDefault = (name: ColorName, value: string) => (value === table[name].default ? undefined : value);

/** Creates the field for six or three hex digits, or "transparent", with a colour picker. */
function colorField(store: Store, name: ColorName): HTMLElement {
  const id = uniqueId(name);
  const errorText = el("p", { class: "fault", id: `${id}-fault` });
  const { picker, digits } = createColorInput(
    store,
    name,
    { id, "aria-describedby": errorText.id },
    {
      colorIn: (value = table[name].default) => value,
      valueWith: (color) => (color === table[name].default || color === "" ? undefined : color),
      more: { [GRADIENTS[name]]: undefined },
    },
  );
  picker.ariaLabel = text("pickerOf", { label: optionLabel(name) });
  store.watch((state) => {
    const { options, issues } = readState(state);
    setValue(picker, `#${shadeOf(options[name])}`);
    const issue = issues.find(({ field }) => field === name);
    showError(digits, errorText, issue && inLabels(issue));
  });
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, optionLabel(name)),
    el("div", { class: "joined" }, picker, digits),
    errorText,
    ...(name === "bg" ? [transparentBox(store)] : []),
  );
}

/** Creates a checkbox for a transparent background, with a hint. Clearing it restores the last colour. */
function transparentBox(store: Store): HTMLElement {
  const id = uniqueId("transparent");
  const hint = el("p", { class: "about", id: `${id}-about` });
  let color: string | undefined;
  const box = el("input", {
    type: "checkbox",
    id,
    "aria-describedby": hint.id,
    onchange: () => changeLook(store, { bg: box.checked ? "transparent" : color }),
  });
  store.watch(({ look }) => {
    box.checked = look.bg === "transparent";
    if (!box.checked) color = look.bg;
    setText(hint, box.checked ? text("transparentNote") : "");
  });
  return el("div", { class: "field flag" }, box, el("label", { for: id }, text("transparentBackground")), hint);
}
