import { button, el } from "../dom.ts";
import { once } from "../product/async.ts";
import type { IconName } from "./shapes.ts";

/** Loads the shapes of the icons after the first QR code. Until then, buttons with only an icon show their text. */
const load = once(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  try {
    return await import("./shapes.ts");
  } catch {
    document.documentElement.classList.add("no-icons");
    return undefined;
  }
});

/** Returns an element that reserves the space of an icon, and shows the icon once it has loaded. Screen readers ignore
 *  it. */
export function icon(name: IconName): HTMLElement {
  const element = el("span", { class: "icon", "aria-hidden": "true" });
  void load().then((shapes) => shapes && element.append(shapes.pictureOf(name)));
  return element;
}

/** Creates a button with an icon before its label. The style sheet may hide the label. */
export function iconButton(
  name: IconName,
  label: string,
  act: () => unknown,
  attributes: Parameters<typeof button>[2] = {},
): HTMLButtonElement {
  const element = button("", act, {
    "aria-label": label,
    ...attributes,
    class: `with-icon ${attributes.class ?? ""}`.trim(),
  });
  element.append(icon(name), el("span", {}, label));
  return element;
}
