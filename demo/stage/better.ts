import { announce, button, el } from "../dom.ts";
import { text } from "../languages/text.ts";
import { service } from "../picture.ts";
import type { Optimization } from "../product/service.ts";
import { readDownload } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { fixFor } from "./fixes.ts";

/** Creates the button that searches for a design of the PNG to download that scans better, and the result: both grades, and a
 *  button that applies the changes. */
export function createBetter(store: Store) {
  const start = button(text("makeBetter"), () => void search(), { class: "quiet" });
  const result = el("p", { role: "status" });
  const apply = el("div", { class: "row start" });
  const element = el("div", { class: "better", hidden: true }, el("div", { class: "row start" }, start), result, apply);
  let running = new AbortController();

  async function search(): Promise<void> {
    const { rawOptions, options, data } = readDownload(store.state);
    if (data === undefined) return;
    running = new AbortController();
    const { signal } = running;
    start.disabled = true;
    result.textContent = text("tryingDesigns");
    try {
      const found = await service.optimize({ ...rawOptions, data }, { signal });
      if (!signal.aborted) show(found, options);
    } catch {
      if (!signal.aborted) result.textContent = text("searchFailed");
    } finally {
      if (!signal.aborted) start.disabled = false;
    }
  }

  function show({ before, after, changes }: Optimization, options: Parameters<typeof fixFor>[1]): void {
    if (Object.keys(changes).length === 0) {
      result.textContent = text("noBetterDesign");
      return;
    }
    const [one = "", other = ""] = [before.scan?.grade, after.scan?.grade];
    result.textContent = text("gradesOfBoth", { before: one, after: other });
    const { label, done, look } = fixFor(changes, options);
    const accept = button(label, () => {
      changeLook(store, look);
      announce(done);
    });
    apply.replaceChildren(accept);
    accept.focus();
  }

  return {
    element,
    /** Removes the result, which is about another design. Shows the button if `isChecked`, because the design was scanned. */
    reset(isChecked: boolean): void {
      running.abort();
      start.disabled = false;
      result.textContent = "";
      apply.replaceChildren();
      element.hidden = !isChecked;
    },
  };
}
