import { detect } from "../../src/payload/payload.ts";
import { announce, el } from "../dom.ts";
import { offline } from "../offline/offline.ts";
import { service } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Store } from "../state.ts";

/** Links that are shown; the newest come first. */
const MOST_SHOWN = 100;

/** A short link to the text above, and the links that this device has made. */
export function createLinks(store: Store): HTMLElement {
  const make = el("button", { type: "button", class: "main" }, "Make a short link");
  const outcome = el("div", { class: "outcome" });
  const warning = el("p", { class: "about" });
  const list = el("ul", { class: "links" });
  const none = el("p", { class: "about" }, "No links on this device yet.");

  make.addEventListener("click", () => void create());
  store.watch((state) => {
    const { data, payload } = readState(state);
    make.disabled = data === undefined;
    warning.textContent = payload?.secret ? "This text holds a secret: whoever has the link can read it." : "";
  });
  void refresh();

  async function create(): Promise<void> {
    const { data } = readState(store.state);
    if (data === undefined) return;
    try {
      const { url } = await service.createLink({ data });
      outcome.replaceChildren(...shown(url));
      announce("The link is there");
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "fault", role: "alert" }, `No link: ${(error as Error).message}`));
    }
    await refresh();
  }

  async function refresh(): Promise<void> {
    const device = await offline;
    if (!device) {
      none.textContent = "This page cannot keep a list of links here: it has no service worker.";
      return;
    }
    const links = [...(await device.links.list())].sort((a, b) => b.created - a.created).slice(0, MOST_SHOWN);
    none.hidden = links.length > 0;
    list.replaceChildren(
      ...links.map(({ id, data }) => {
        const { title, label } = detect(data);
        const remove = el(
          "button",
          { type: "button", class: "quiet", "aria-label": `Remove the link to ${title}` },
          "Remove",
        );
        remove.addEventListener("click", async () => {
          await device.links.remove(id);
          announce("The link is gone");
          await refresh();
        });
        const address = new URL(`i/${id}`, new URL(".", location.href)).href;
        return el(
          "li",
          {},
          el("a", { href: address, target: "_blank", rel: "noopener" }, title),
          el("span", { class: "about" }, label),
          remove,
        );
      }),
    );
  }

  return el("div", { class: "stack" }, warning, make, outcome, el("h3", {}, "My links"), none, list);
}

function shown(url: string): HTMLElement[] {
  const copy = el("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(url).then(
      () => announce("The link is in the clipboard"),
      () => announce("The browser does not allow copying: mark the link and copy it"),
    );
  });
  return [
    el("div", { class: "row" }, el("a", { href: url, target: "_blank", rel: "noopener", class: "address" }, url), copy),
  ];
}
