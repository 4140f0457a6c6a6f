import { el } from "../dom.ts";
import type { State, Store } from "../state.ts";

/** Creates a collapsed section with this heading. On wide screens, the section opens when one of the options `names` is set. */
export function createFold(
  store: Store,
  heading: string,
  names: readonly (keyof State["look"])[],
  ...controls: readonly HTMLElement[]
): HTMLDetailsElement {
  // On phones, an open section would push other controls off the screen. The style sheet uses the same breakpoint.
  const wide = matchMedia("(min-width: 56rem)");
  const details = el(
    "details",
    { class: "more" },
    el("summary", {}, heading),
    el("div", { class: "stack" }, ...controls),
  );
  store.watch(({ look }) => {
    if (wide.matches && names.some((name) => look[name] !== undefined)) details.open = true;
  });
  return details;
}
