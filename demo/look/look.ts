import { nodesOf } from "../../src/element/markup.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { GOOD_CONTRAST } from "../../src/render/colors.ts";
import { drawSvg } from "../../src/render/svg.ts";
import { contrastOf, LEAST_CONTRAST } from "../../src/service/contrast.ts";
import { el, freshId, settle } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { readState } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { createOptionInputs, mark } from "./option-input.ts";

export function createLook(store: Store): HTMLElement {
  return el(
    "section",
    { "aria-labelledby": "look-heading" },
    el("h2", { id: "look-heading" }, "Look"),
    createStylePicker(store),
    createColors(store),
    createOptionInputs(store, "look"),
    el("details", { class: "more" }, el("summary", {}, "More options"), createOptionInputs(store, "more")),
  );
}

/** Text of the samples: short enough for the smallest code. */
const SAMPLE = "ISOQR";

/** One radio button per style, showing a corner of a code. */
function createStylePicker(store: Store): HTMLElement {
  const inputs = table.dotStyle.of.map((value) =>
    el("input", {
      type: "radio",
      name: "dotStyle",
      value,
      onchange: () => changeLook(store, { dotStyle: value === table.dotStyle.default ? undefined : value }),
    }),
  );
  store.watch(({ look }) => {
    for (const input of inputs) input.checked = input.value === (look.dotStyle ?? table.dotStyle.default);
  });
  return el(
    "fieldset",
    {},
    el("legend", {}, "Style"),
    el(
      "div",
      { class: "styles" },
      ...inputs.map((input) =>
        el("label", { class: "style" }, input, sample(input.value), el("span", {}, input.value)),
      ),
    ),
  );
}

function sample(dotStyle: string): Element {
  const { options } = parseOptions({ data: SAMPLE, dotStyle, format: "svg", margin: 0, size: 84 });
  const picture = nodesOf(drawSvg(options), "");
  // The upper left quarter is enough to tell the styles apart.
  picture.setAttribute("viewBox", "0 0 48 48");
  picture.removeAttribute("role");
  const [background, modules] = picture.querySelectorAll("path");
  background?.remove();
  modules?.setAttribute("fill", "currentColor");
  picture.querySelector("title")?.remove();
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** Both colors, their contrast, and a few pairs with good contrast. */
function createColors(store: Store): HTMLElement {
  const contrast = el("p", { class: "contrast" });
  const swap = el("button", { type: "button" }, "Swap colours");
  swap.addEventListener("click", () => {
    const { color, bg } = readState(store.state).options;
    setColors(store, { color: bg, bg: color });
  });
  store.watch((state) => {
    const { options, issues } = readState(state);
    if (issues.some(({ field }) => field === "color" || field === "bg")) {
      contrast.dataset.verdict = "bad";
      contrast.textContent = "Contrast unknown: a colour is not complete";
      return;
    }
    const { ratio } = contrastOf(options.color, options.bg);
    const [word, verdict] =
      ratio < LEAST_CONTRAST ? ["bad", "too low"] : ratio < GOOD_CONTRAST ? ["weak", "low"] : ["good", "good"];
    contrast.dataset.verdict = word;
    contrast.textContent = `Contrast ${ratio.toFixed(1)}:1, ${verdict}`;
  });
  return el(
    "fieldset",
    { class: "colors" },
    el("legend", {}, "Colours"),
    el("div", { class: "fields" }, colorField(store, "color"), colorField(store, "bg")),
    contrast,
    el(
      "div",
      { class: "row" },
      el("div", { class: "pairs", role: "group", "aria-label": "Pairs of colours" }, ...PAIRS.map(pairButton(store))),
      swap,
    ),
  );
}

type Name = "color" | "bg";
type Pair = Readonly<Record<Name, string>>;

const PAIRS: readonly (Pair & { readonly name: string })[] = [
  { name: "Ink", color: "000000", bg: "ffffff" },
  { name: "Pine", color: "0b3d2e", bg: "eaf6dd" },
  { name: "Navy", color: "14213d", bg: "fdf3dc" },
  { name: "Plum", color: "4a0d3f", bg: "fde8f1" },
  { name: "Brick", color: "7a1f0c", bg: "fff1e6" },
  { name: "Ocean", color: "003f5c", bg: "e3f4fb" },
];

function pairButton(store: Store) {
  return ({ name, color, bg }: (typeof PAIRS)[number]): HTMLElement => {
    const button = el("button", { type: "button", class: "pair", "aria-label": name, title: name });
    button.style.setProperty("--front", `#${color}`);
    button.style.setProperty("--back", `#${bg}`);
    button.addEventListener("click", () => setColors(store, { color, bg }));
    return button;
  };
}

function setColors(store: Store, { color, bg }: Pair): void {
  const unlessDefault = (name: Name, word: string) => (word === table[name].default ? undefined : word);
  changeLook(store, { color: unlessDefault("color", color), bg: unlessDefault("bg", bg) });
}

/** The browser's color picker, and a field for six hex digits. */
function colorField(store: Store, name: Name): HTMLElement {
  const id = freshId(name);
  const fault = el("p", { class: "fault", id: `${id}-fault` });
  const digits = el("input", {
    type: "text",
    id,
    class: "digits",
    maxlength: 8,
    "aria-describedby": `${id}-fault`,
    spellcheck: "false",
    autocomplete: "off",
  });
  const well = el("input", { type: "color", "aria-label": `${optionLabels[name]}, from a palette` });
  const set = (word: string) => {
    const bare = word.trim().replace(/^#/, "").toLowerCase();
    changeLook(store, { [name]: bare === table[name].default || bare === "" ? undefined : bare }, name);
  };
  digits.addEventListener("input", () => {
    if (/^\s*#/.test(digits.value)) settle(digits, digits.value.trim().replace(/^#+/, ""));
    set(digits.value);
  });
  digits.addEventListener("blur", () => settle(digits, store.state.look[name] ?? table[name].default));
  well.addEventListener("input", () => set(well.value));
  store.watch((state) => {
    if (document.activeElement !== digits) settle(digits, state.look[name] ?? table[name].default);
    const { options, issues } = readState(state);
    settle(well, `#${options[name]}`);
    const issue = issues.find(({ field }) => field === name);
    mark(digits, fault, issue && inLabels(issue));
  });
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, optionLabels[name]),
    el("div", { class: "joined" }, well, digits),
    fault,
  );
}
