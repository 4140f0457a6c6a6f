import { announce, button, el } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { isOfflineReady } from "../offline/offline.ts";
import { serviceFor } from "../picture.ts";
import { QrError } from "../product/messages.ts";
import type { Optimization } from "../product/service.ts";
import { readDownload } from "../reading.ts";
import { changeLook, type Store } from "../state.ts";
import { fixFor } from "./fixes.ts";

/** Creates the button that searches for a design of the PNG to download that scans better, and the result: both grades, and a
 *  button that applies the changes. The focus moves to `fallback` when that button disappears. */
export function createBetter(store: Store, fallback: HTMLElement) {
  const start = button(text("makeBetter"), () => void search(), { class: "quiet" });
  const result = el("p", { role: "status" });
  const apply = el("div", { class: "row start" });
  const element = el("div", { class: "better", hidden: true }, el("div", { class: "row start" }, start), result, apply);
  let running = new AbortController();

  async function search(): Promise<void> {
    const { rawOptions, options, data, payload } = readDownload(store.state);
    if (data === undefined) return;
    running = new AbortController();
    const { signal } = running;
    start.disabled = true;
    result.textContent = text("tryingDesigns");
    try {
      // A secret must not be sent to a server.
      if (payload?.secret && (rawOptions.logo !== undefined || !(await isOfflineReady))) {
        if (!signal.aborted) result.textContent = text("checkSkipped");
        return;
      }
      const found = await serviceFor(payload?.secret).optimize({ ...rawOptions, data }, { signal });
      if (!signal.aborted) show(found, options);
    } catch (error) {
      if (!signal.aborted) result.textContent = error instanceof QrError ? inLabels(error) : text("searchFailed");
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
    // The search takes seconds, in which the user may have gone on. A disabled button loses the focus to the body.
    if ([start, document.body].some((one) => one === document.activeElement)) accept.focus();
  }

  return {
    element,
    /** Removes the result, which is about another design. Shows the button if `isChecked`, because the design was scanned. */
    reset(isChecked: boolean): void {
      running.abort();
      start.disabled = false;
      result.textContent = "";
      const isFocused = apply.contains(document.activeElement);
      apply.replaceChildren();
      element.hidden = !isChecked;
      if (isFocused) fallback.focus();
    },
  };
}
