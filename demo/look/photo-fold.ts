import { el } from "../dom.ts";
import { text } from "../languages/text.ts";
import type { Store } from "../state.ts";

/** Creates the collapsed section for picture codes. Few visitors need it, so its content is loaded when it is first opened. */
export function createPhotoFold(store: Store): HTMLElement {
  const holder = el("div", {});
  let isLoaded = false;
  const open = async () => {
    if (!fold.open || isLoaded) return;
    isLoaded = true;
    try {
      const { createPhoto } = await import("./photo.ts");
      holder.replaceChildren(createPhoto(store));
    } catch {
      isLoaded = false;
      holder.replaceChildren(el("p", { class: "fault" }, text("toolNotLoaded")));
    }
  };
  const fold = el(
    "details",
    { class: "more", ontoggle: () => void open() },
    el("summary", {}, text("photoCode")),
    holder,
  );
  return el("div", { class: "folds" }, fold);
}
