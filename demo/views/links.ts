import { encodeSymbol } from "../../src/core/core.ts";
import type { QrError } from "../../src/errors.ts";
import { announce, el, setWords } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { hasServer, service } from "../picture.ts";
import { readState, whatToDoFirst } from "../reading.ts";
import type { Store } from "../state.ts";
import { createMyLinks, type Link } from "./my-links.ts";

/** A short link to the current text, and the links that were made on this device. */
export function createLinks(store: Store): HTMLElement {
  const make = el("button", { type: "button", class: "main" }, "Make a short link");
  const outcome = el("div", { class: "outcome" });
  const warning = el("p", { class: "about" });
  const standing = el("p", { class: "about" });
  let made = "";
  /** The text that the result belongs to. */
  let text: string | undefined;
  const mine = createMyLinks({
    listed: (links) => setWords(standing, standingOf(links.find(({ id }) => id === made))),
    removed: (id) => id === made && outcome.replaceChildren(),
  });

  make.addEventListener("click", () => void create());
  store.watch((state) => {
    const reading = readState(state);
    const { data, payload } = reading;
    make.disabled = data === undefined;
    warning.textContent =
      data === undefined
        ? `${whatToDoFirst(reading)}.`
        : leadOf(payload?.secret === true) + (hasServer ? "" : HERE_ONLY);
    // The link belongs to the previous text; it does not depend on the look.
    if (data !== text) outcome.replaceChildren();
    text = data;
  });
  void mine.refresh();

  async function create(): Promise<void> {
    const data = text;
    if (data === undefined) return;
    try {
      // A text that is too long is refused here, without a request.
      encodeSymbol(data, { ec: "L" });
      const { id, url } = await service.createLink({ data });
      // If the text has changed meanwhile, the link is only in the list.
      if (data === text) {
        made = id;
        setWords(standing, "");
        outcome.replaceChildren(shown(url), standing);
        announce("The link is there");
      }
      await mine.refresh(id);
    } catch (error) {
      if (data !== text) return;
      outcome.replaceChildren(el("p", { class: "fault", role: "alert" }, `No link: ${inLabels(error as QrError)}`));
    }
  }

  return el("div", { class: "stack" }, warning, make, outcome, mine.element);
}

/** Without a server, the service worker of this page stores the links and answers them. */
const HERE_ONLY = " This page has no server: the link works in this browser only, and nowhere else.";

function leadOf(secret: boolean): string {
  return secret
    ? "This text holds a secret: whoever has the link can read it."
    : "It leads to a page with the code and what it says.";
}

/** Returns why a link does not work for others yet; an empty string if it does. */
function standingOf(link: Link | undefined): string {
  if (link?.state === "queued") {
    return "The server does not know this link yet, and it leads others nowhere until then: it is told when the network is back.";
  }
  return link?.state === "refused" ? "The server does not take this link: it works in this browser only." : "";
}

function shown(url: string): HTMLElement {
  const copy = el("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(url).then(
      () => announce("The link is in the clipboard"),
      () => announce("The browser does not allow copying: mark the link and copy it"),
    );
  });
  // Lines break at slashes only, so that the id of the link stays whole.
  const parts = url.split(/(?<=\/)/).flatMap((part) => [part, el("wbr")]);
  const address = el("a", { href: url, target: "_blank", rel: "noopener", class: "address" }, ...parts);
  return el("div", { class: "row" }, address, copy);
}
