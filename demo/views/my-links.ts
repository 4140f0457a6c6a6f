import { detect } from "../../src/payload/payload.ts";
import type { OfflineService } from "../../sw/register.ts";
import { announce, el, freshId, setWords } from "../dom.ts";
import { offline } from "../offline/offline.ts";
import { excerptOf } from "../reading.ts";
import { download } from "../stage/download.ts";

/** Maximum links shown, newest first. */
const MAX_SHOWN = 100;

/** Maximum bytes of a file of links. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export type Link = Awaited<ReturnType<OfflineService["links"]["list"]>>[number];

interface LinksListeners {
  /** Called with all links on each refresh. */
  listed(links: readonly Link[]): void;
  /** Called with the id of each link that is removed. */
  removed(id: string): void;
}

/** The links that were made on this device, with export to and import from other devices. */
export function createMyLinks(listeners: LinksListeners) {
  const heading = el("h3", { tabindex: -1 }, "My links");
  const list = el("ul", { class: "links" });
  const none = el("p", { class: "about" });
  const fault = el("p", { class: "fault", role: "alert" });
  const take = el("button", { type: "button" }, "Export links");
  const file = el("input", { type: "file", accept: ".json,application/json", class: "covered", id: freshId("links") });
  const ways = el(
    "div",
    { class: "row start", hidden: true },
    take,
    file,
    el("label", { for: file.id, class: "button" }, "Import links"),
  );

  /** Rows by id: a row that asks for confirmation keeps asking while others come and go. */
  const rows = new Map<string, Row>();

  void offline.then((device) => device?.addEventListener("outbox", () => void refresh()));
  take.addEventListener("click", () => void save());
  file.addEventListener("change", () => {
    void add(file.files?.[0]);
    file.value = "";
  });

  /** Refreshes the list. The state of the link `fresh`, which was just made, is shown once the outbox has been flushed. */
  async function refresh(fresh = ""): Promise<void> {
    const device = await offline;
    ways.hidden = !device;
    if (!device) {
      none.textContent = "This page cannot keep a list of links here: it has no service worker.";
      return;
    }
    const links = [...(await device.links.list())].sort((a, b) => b.created - a.created);
    const more = links.length - MAX_SHOWN;
    none.textContent =
      links.length === 0
        ? "No links on this device yet."
        : more > 0
          ? `and ${more.toLocaleString("en")} older ones`
          : "";
    take.disabled = links.length === 0;
    const shown = links.slice(0, MAX_SHOWN);
    for (const link of shown) {
      if (!rows.has(link.id)) rows.set(link.id, row(device, link));
      if (link.id !== fresh) rows.get(link.id)?.show(link);
    }
    for (const id of rows.keys()) if (!shown.some((link) => link.id === id)) rows.delete(id);
    const held = document.activeElement;
    list.replaceChildren(...shown.flatMap(({ id }) => rows.get(id)?.element ?? []));
    // Elements that are moved lose the focus.
    if (held instanceof HTMLElement && list.contains(held)) held.focus();
    if (!links.some(({ id, state }) => id === fresh && state === "queued")) return listeners.listed(links);
    await device.outbox.flush().catch(() => undefined);
    await refresh();
  }

  function row({ links }: OfflineService, { id, data }: Link): Row {
    const { title, label, fields } = detect(data);
    const address = new URL(`i/${id}`, new URL(".", location.href)).href;
    const open = fields.filter(({ secret }) => !secret).map(({ shown }) => shown);
    const words = excerptOf(open.join(", "));
    const state = el("span", { class: "about" });
    const ask = buttonOn("Remove", `Remove the link to ${title}, ${id}`);
    const keep = buttonOn("Keep it", `Keep it: the link to ${title}, ${id}`);
    const remove = buttonOn("Remove for good", `Remove for good: the link to ${title}, ${id}`);
    // A double click at one place must not remove the link.
    const ways = el("div", { class: "row" }, remove, ask, keep);
    const setAsked = (asked: boolean) => {
      const isHeld = ways.contains(document.activeElement);
      ask.hidden = asked;
      remove.hidden = keep.hidden = !asked;
      if (isHeld) (asked ? keep : ask).focus();
    };
    setAsked(false);
    ask.addEventListener("click", () => setAsked(true));
    keep.addEventListener("click", () => setAsked(false));
    ways.addEventListener("keydown", ({ key }) => key === "Escape" && setAsked(false));
    remove.addEventListener("click", async () => {
      const place = [...list.children].indexOf(element);
      await links.remove(id);
      listeners.removed(id);
      announce("The link is gone");
      const wasHeld = document.activeElement === remove;
      await refresh();
      const next = list.children[place] ?? list.lastElementChild;
      if (wasHeld) (next?.querySelector<HTMLElement>("button:not([hidden])") ?? heading).focus();
    });
    const element = el(
      "li",
      {},
      el(
        "div",
        {},
        el("a", { href: address, target: "_blank", rel: "noopener" }, el("bdi", {}, title)),
        words === "" || words === title ? undefined : el("bdi", { class: "about" }, words),
        el("span", { class: "about" }, `${label}, i/${id}`),
        state,
      ),
      ways,
    );
    return { element, show: (link) => setWords(state, STATES[link.state] ?? "") };
  }

  async function save(): Promise<void> {
    const device = await offline;
    if (!device) return;
    download(new Blob([await device.links.export()], { type: "application/json" }), "my-links.json");
    announce("The links are saved. Who has the file can read and delete them");
  }

  async function add(chosen: File | undefined): Promise<void> {
    const device = await offline;
    if (!device || !chosen) return;
    fault.textContent = "";
    try {
      if (chosen.size > MAX_FILE_BYTES) throw new Error("the file is too large: give one that was exported here");
      const added = await device.links.import(await chosen.text());
      announce(added === 1 ? "1 link added" : `${added.toLocaleString("en")} links added`);
    } catch (error) {
      fault.textContent = `Nothing was added: ${(error as Error).message}`;
    }
    await refresh();
  }

  return { element: el("div", { class: "stack" }, heading, list, none, ways, fault), refresh };
}

interface Row {
  readonly element: HTMLElement;
  show(link: Link): void;
}

/** What a row says about the state of its link. */
const STATES: Readonly<Partial<Record<Link["state"], string>>> = {
  queued: "The server does not know it yet",
  refused: "The server does not take it",
};

function buttonOn(words: string, name: string): HTMLButtonElement {
  return el("button", { type: "button", class: "quiet", "aria-label": name }, words);
}
