import { detect } from "../../src/payload/payload.ts";
import type { OfflineService } from "../../sw/register.ts";
import { announce, el, freshId, setWords } from "../dom.ts";
import { shownOf } from "../many/remarks.ts";
import { offline } from "../offline/offline.ts";
import { download } from "../stage/files.ts";

/** Links that are shown; the newest come first. */
const MOST_SHOWN = 100;

/** Bytes of a file of links that is read. */
const MOST_BYTES = 64 * 1024 * 1024;

export type Link = Awaited<ReturnType<OfflineService["links"]["list"]>>[number];

export interface LinksHeard {
  /** All links, whenever they are looked at anew. */
  listed(links: readonly Link[]): void;
  /** The id of one that goes. */
  removed(id: string): void;
}

/** The links that this device has made, and the ways to take them to another one. */
export function createMyLinks(heard: LinksHeard) {
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

  /** Rows by id: one that asks something goes on asking while others come and go. */
  const rows = new Map<string, Row>();

  void offline.then((device) => device?.addEventListener("outbox", () => void refresh()));
  take.addEventListener("click", () => void save());
  file.addEventListener("change", () => {
    void add(file.files?.[0]);
    file.value = "";
  });

  /** Shows the links as they are now; one that was made a moment ago when the server was told, or could not be. */
  async function refresh(fresh = ""): Promise<void> {
    const device = await offline;
    ways.hidden = !device;
    if (!device) {
      none.textContent = "This page cannot keep a list of links here: it has no service worker.";
      return;
    }
    const links = [...(await device.links.list())].sort((a, b) => b.created - a.created);
    const more = links.length - MOST_SHOWN;
    none.textContent =
      links.length === 0
        ? "No links on this device yet."
        : more > 0
          ? `and ${more.toLocaleString("en")} older ones`
          : "";
    take.disabled = links.length === 0;
    const shown = links.slice(0, MOST_SHOWN);
    for (const link of shown) {
      if (!rows.has(link.id)) rows.set(link.id, row(device, link));
      if (link.id !== fresh) rows.get(link.id)?.show(link);
    }
    for (const id of rows.keys()) if (!shown.some((link) => link.id === id)) rows.delete(id);
    const held = document.activeElement;
    list.replaceChildren(...shown.flatMap(({ id }) => rows.get(id)?.element ?? []));
    // What is taken out and put in again loses the focus.
    if (held instanceof HTMLElement && list.contains(held)) held.focus();
    if (!links.some(({ id, state }) => id === fresh && state === "queued")) return heard.listed(links);
    await device.outbox.flush().catch(() => undefined);
    await refresh();
  }

  function row({ links }: OfflineService, { id, data }: Link): Row {
    const { title, label, fields } = detect(data);
    const address = new URL(`i/${id}`, new URL(".", location.href)).href;
    const open = fields.filter(({ secret }) => !secret).map(({ shown }) => shown);
    const words = shownOf(open.join(", "));
    const state = el("span", { class: "about" });
    const ask = buttonOn("Remove", `Remove the link to ${title}, ${id}`);
    const keep = buttonOn("Keep it", `Keep it: the link to ${title}, ${id}`);
    const remove = buttonOn("Remove for good", `Remove for good: the link to ${title}, ${id}`);
    // Who clicks twice at one place keeps it.
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
      heard.removed(id);
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
      if (chosen.size > MOST_BYTES) throw new Error("the file is too large: give one that was exported here");
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

/** What is to be said of a link in its row. */
const STATES: Readonly<Partial<Record<Link["state"], string>>> = {
  queued: "The server does not know it yet",
  refused: "The server does not take it",
};

function buttonOn(words: string, name: string): HTMLButtonElement {
  return el("button", { type: "button", class: "quiet", "aria-label": name }, words);
}
