import { detect } from "../../src/payload/payload.ts";
import type { OfflineService } from "../../sw/register.ts";
import { announce, el, freshId } from "../dom.ts";
import { offline } from "../offline/offline.ts";
import { download } from "../stage/files.ts";

/** Links that are shown; the newest come first. */
const MOST_SHOWN = 100;

/** Bytes of a file of links that is read. */
const MOST_BYTES = 64 * 1024 * 1024;

type Link = Awaited<ReturnType<OfflineService["links"]["list"]>>[number];

/** The links that this device has made, and the ways to take them to another one. `onRemoved` hears of the address of each
 *  that goes. */
export function createMyLinks(onRemoved: (address: string) => void) {
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

  take.addEventListener("click", () => void save());
  file.addEventListener("change", () => {
    void add(file.files?.[0]);
    file.value = "";
  });

  async function refresh(): Promise<void> {
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
    list.replaceChildren(...links.slice(0, MOST_SHOWN).map((link) => row(device, link)));
  }

  function row({ links }: OfflineService, { id, data }: Link): HTMLElement {
    const { title, label } = detect(data);
    const address = new URL(`i/${id}`, new URL(".", location.href)).href;
    const remove = el("button", { type: "button", class: "quiet" }, "Remove");
    remove.setAttribute("aria-label", `Remove the link to ${title}`);
    remove.addEventListener("click", async () => {
      const removes = () => [...list.querySelectorAll("button")];
      const place = removes().indexOf(remove);
      await links.remove(id);
      onRemoved(address);
      announce("The link is gone");
      const wasHeld = document.activeElement === remove;
      await refresh();
      if (wasHeld) (removes()[place] ?? removes().at(-1) ?? heading).focus();
    });
    return el(
      "li",
      {},
      el("a", { href: address, target: "_blank", rel: "noopener" }, el("bdi", {}, title)),
      el("span", { class: "about" }, label),
      remove,
    );
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
