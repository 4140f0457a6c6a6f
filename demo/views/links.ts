import { announce, button, copyText, el, setText } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { withSmallLogo } from "../look/logo-file.ts";
import { hasServer, service } from "../picture.ts";
import { MAX_LINK_DESIGN } from "../product/links.ts";
import type { QrError } from "../product/messages.ts";
import { encodeSymbol } from "../product/pictures.ts";
import { nextStep, readState } from "../reading.ts";
import { designOf, type State, type Store } from "../state.ts";
import { createMyLinks, type Link } from "./my-links.ts";

/** Creates the view that creates share pages for the current code, and lists the links created on this device. */
export function createLinks(store: Store): HTMLElement {
  const create = button(text("createSharePage"), createLink, { class: "main" });
  const outcome = el("div", { class: "outcome" });
  const description = el("p", { class: "about" });
  const limits = el("p", { class: "about" }, text("noServer"));
  const status = el("p", { class: "about" });
  let createdId = "";
  /** The text of the displayed link. */
  let encoded: string | undefined;
  /** The options of the code. The service stores them as the design of the link. */
  let input: State["look"] = {};
  let key = "";
  const myLinks = createMyLinks({
    listed: (links) => setText(status, statusOf(links.find(({ id }) => id === createdId))),
    removed: (id) => id === createdId && outcome.replaceChildren(),
  });

  store.watch((state) => {
    const reading = readState(state);
    const { data, payload } = reading;
    create.disabled = data === undefined;
    description.textContent = data === undefined ? nextStep(reading) : descriptionOf(payload?.secret === true);
    limits.hidden = data === undefined || hasServer;
    // A link keeps the design that it was created with, so another design needs a new link.
    const design = designOf(state);
    const current = JSON.stringify({ data, design });
    if (current !== key) outcome.replaceChildren();
    [encoded, input, key] = [data, design, current];
  });
  void myLinks.refresh();

  async function createLink(): Promise<void> {
    const [data, created] = [encoded, key];
    if (data === undefined) return;
    try {
      // Throws if the text is too long, which avoids a request.
      encodeSymbol(data, { ec: "L" });
      const design = await withSmallLogo(input, MAX_LOGO);
      const { id, url } = await service.createLink({ ...(design as object), data });
      // If the code has changed in the meantime, only the list shows the link.
      if (created === key) {
        createdId = id;
        setText(status, "");
        outcome.replaceChildren(linkRow(url), status);
        announce(text("sharePageCreated"));
      }
      await myLinks.refresh(id);
    } catch (error) {
      if (created !== key) return;
      const message = text("sharePageFailed", { reason: inLabels(error as QrError) });
      outcome.replaceChildren(el("p", { class: "fault", role: "alert" }, message));
    }
  }

  return el("div", { class: "stack" }, description, limits, create, outcome, myLinks.element);
}

/** Maximum length of a logo in a link, which leaves space for the rest of the design. */
const MAX_LOGO = MAX_LINK_DESIGN - 4096;

function descriptionOf(isSecret: boolean): string {
  return isSecret ? text("linkSecret") : text("sharePageHint");
}

/** Returns why other people cannot open a link, or an empty string if they can. */
function statusOf(link: Link | undefined): string {
  if (link?.state === "queued") return text("linkQueued");
  return link?.state === "refused" ? text("linkRejected") : "";
}

function linkRow(url: string): HTMLElement {
  // Lines break only after slashes, so that the id of the link stays on one line.
  const parts = url.split(/(?<=\/)/).flatMap((part) => [part, el("wbr")]);
  const link = el("a", { href: url, target: "_blank", rel: "noopener", class: "address" }, ...parts);
  const copy = button(text("copyLink"), () => copyText(url, text("linkCopied")));
  return el("div", { class: "row" }, link, copy);
}
