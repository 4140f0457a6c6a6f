import { announce, el } from "../dom.ts";
import { hasServer, service } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";
import { createMyLinks } from "./my-links.ts";

/** A short link to the text above, and the links that this device has made. */
export function createLinks(store: Store): HTMLElement {
  const make = el("button", { type: "button", class: "main" }, "Make a short link");
  const outcome = el("div", { class: "outcome" });
  const warning = el("p", { class: "about" });
  let made = "";
  const mine = createMyLinks((address) => address === made && outcome.replaceChildren());

  make.addEventListener("click", () => void create());
  store.watch((state) => {
    const { data, payload } = readState(state);
    make.disabled = data === undefined;
    warning.textContent =
      data === undefined ? "Fill in the form first." : leadOf(payload?.secret === true) + (hasServer ? "" : HERE_ONLY);
    // A link to another text is none to this.
    outcome.replaceChildren();
  });
  void mine.refresh();

  async function create(): Promise<void> {
    const { data } = readState(store.state);
    if (data === undefined) return;
    try {
      const { url } = await service.createLink({ data });
      made = url;
      outcome.replaceChildren(shown(url));
      await mine.refresh();
      announce("The link is there");
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "fault", role: "alert" }, `No link: ${(error as Error).message}`));
    }
  }

  return el("div", { class: "stack" }, warning, make, outcome, mine.element);
}

/** Without a server the worker of this page keeps the links and answers them. */
const HERE_ONLY = " This page has no server: the link works in this browser only, and nowhere else.";

function leadOf(secret: boolean): string {
  return secret
    ? "This text holds a secret: whoever has the link can read it."
    : "It leads to a page with the code and what it says.";
}

function shown(url: string): HTMLElement {
  const copy = el("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(url).then(
      () => announce("The link is in the clipboard"),
      () => announce("The browser does not allow copying: mark the link and copy it"),
    );
  });
  // Where it has to be broken, the name of the link stays whole.
  const parts = url.split(/(?<=\/)/).flatMap((part) => [part, el("wbr")]);
  const address = el("a", { href: url, target: "_blank", rel: "noopener", class: "address" }, ...parts);
  return el("div", { class: "row" }, address, copy);
}
