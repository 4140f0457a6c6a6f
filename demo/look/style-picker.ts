import { nodesOf } from "../../src/element/markup.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { drawSvg } from "../../src/render/picture.ts";
import { el } from "../dom.ts";
import { changeLook, type Store } from "../state.ts";

/** What the samples say: short enough for the smallest code. */
const SAMPLE = "ISOQR";

/** One radio button for each style, with a corner of a code in it. */
export function createStylePicker(store: Store): HTMLElement {
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
  // The upper left quarter tells the styles apart.
  picture.setAttribute("viewBox", "0 0 48 48");
  picture.removeAttribute("role");
  const [ground, modules] = picture.querySelectorAll("path");
  ground?.remove();
  modules?.setAttribute("fill", "currentColor");
  picture.querySelector("title")?.remove();
  picture.setAttribute("aria-hidden", "true");
  return picture;
}
