import type { OfflineService } from "../../sw/register.ts";
import { announce, button, el, fileButton, setText } from "../dom.ts";
import { kindLabel, labelOf, message, shownValue } from "../labels.ts";
import { type TextId, text } from "../languages/text.ts";
import { offline } from "../offline/offline.ts";
import { splitLink } from "../product/links.ts";
import type { QrError } from "../product/messages.ts";
import { detect } from "../product/payload.ts";
import { excerptOf } from "../reading.ts";
import { download } from "../stage/download.ts";

/** Maximum number of links to show, newest first. */
const MAX_SHOWN = 100;

/** Maximum size in bytes of a file to import. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export type Link = Awaited<ReturnType<OfflineService["links"]["list"]>>[number];

interface LinksListeners {
  /** Called with all links on every refresh. */
  listed(links: readonly Link[]): void;
  /** Called with the id of each link that is removed. */
  removed(id: string): void;
}

/** Creates the list of links that were created on this device. They can be exported, and imported on other devices. */
export function createMyLinks(listeners: LinksListeners) {
  const heading = el("h3", { tabindex: -1 }, text("myLinks"));
  const list = el("ul", { class: "links" });
  const note = el("p", { class: "about" });
  const errorText = el("p", { class: "fault", role: "alert" });
  const save = button(text("exportLinks"), exportLinks);
  const load = fileButton(text("importLinks"), ".json,application/json", importLinks);
  const actions = el("div", { class: "row start", hidden: true }, save, ...load);

  /** The rows of the list, by link id. A refresh keeps existing rows, so that a pending confirmation stays visible. */
  const rows = new Map<string, Row>();

  void offline.then((device) => device?.addEventListener("outbox", () => void refresh()));

  /** Refreshes the list. The state of the new link `newId` is shown only after the outbox has been flushed. */
  async function refresh(newId = ""): Promise<void> {
    const device = await offline;
    actions.hidden = !device;
    if (!device) {
      note.textContent = text("linksUnavailable");
      return;
    }
    const links = [...(await device.links.list())].sort((a, b) => b.created - a.created);
    const more = links.length - MAX_SHOWN;
    note.textContent = more > 0 ? text("olderLinks", { count: more }) : "";
    if (links.length === 0) note.textContent = text("noLinks");
    save.disabled = links.length === 0;
    const shown = links.slice(0, MAX_SHOWN);
    for (const link of shown) {
      if (!rows.has(link.id)) rows.set(link.id, row(device, link));
      if (link.id !== newId) rows.get(link.id)?.show(link);
    }
    for (const id of rows.keys()) if (!shown.some((link) => link.id === id)) rows.delete(id);
    const focused = document.activeElement;
    list.replaceChildren(...shown.flatMap(({ id }) => rows.get(id)?.element ?? []));
    // Moving an element removes its focus.
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
    if (!links.some(({ id, state }) => id === newId && state === "queued")) return listeners.listed(links);
    await device.outbox.flush().catch(() => undefined);
    await refresh();
  }

  function row({ links }: OfflineService, { id, data }: Link): Row {
    const { kind, title, fields } = detect(splitLink(data).data);
    const publicValues = fields.filter(({ secret }) => !secret).map((field) => shownValue(kind, field));
    const excerpt = excerptOf(publicValues.join(" · "));
    const state = el("span", { class: "about" });
    const action = (label: string, name: string, act: () => unknown) =>
      button(label, act, { class: "quiet", "aria-label": name });
    const ask = action(text("remove"), text("removeLink", { title, id }), () => setAsking(true));
    const cancel = action(text("cancel"), text("cancelRemoval", { title, id }), () => setAsking(false));
    const confirm = action("", "", remove);
    /** Whether the link was already on the server, where only its first creator can delete it. */
    let isForeign = false;
    // "Cancel" replaces "Remove" in its place, so that a double click does not remove the link.
    const actions = el("div", { class: "row" }, confirm, ask, cancel);
    actions.addEventListener("keydown", ({ key }) => key === "Escape" && setAsking(false));
    setAsking(false);
    setForeign(false);

    function setAsking(isAsking: boolean): void {
      const isFocused = actions.contains(document.activeElement);
      ask.hidden = isAsking;
      confirm.hidden = cancel.hidden = !isAsking;
      if (isFocused) (isAsking ? cancel : ask).focus();
    }

    async function remove(): Promise<void> {
      const position = [...list.children].indexOf(element);
      await links.remove(id);
      listeners.removed(id);
      announce(isForeign ? text("removedFromList") : text("linkRemoved"));
      const wasFocused = document.activeElement === confirm;
      await refresh();
      const next = list.children[position] ?? list.lastElementChild;
      if (wasFocused) (next?.querySelector<HTMLElement>("button:not([hidden])") ?? heading).focus();
    }

    const url = new URL(`i/${id}`, new URL(".", location.href)).href;
    const element = el(
      "li",
      {},
      el(
        "div",
        {},
        el("a", { href: url, target: "_blank", rel: "noopener" }, el("bdi", {}, title)),
        excerpt === "" || excerpt === title ? undefined : el("bdi", { class: "about" }, excerpt),
        el("span", { class: "about" }, `${kindLabel(kind)} · `, el("bdi", {}, `i/${id}`)),
        state,
      ),
      actions,
    );
    function setForeign(value: boolean): void {
      isForeign = value;
      setText(confirm, text(value ? "removeFromList" : "removePermanently"));
      confirm.setAttribute("aria-label", text(value ? "removeLinkFromList" : "removeLinkPermanently", { title, id }));
    }

    function show(link: Link): void {
      setForeign(link.state === "posted" && link.serverToken === undefined);
      const note = STATES[link.state];
      // Another client created the link first, so this device cannot delete it from the server.
      setText(state, isForeign ? text("foreignLink") : note === undefined ? "" : text(note));
    }

    return { element, show };
  }

  async function exportLinks(): Promise<void> {
    const device = await offline;
    if (!device) return;
    download(new Blob([await device.links.export()], { type: "application/json" }), "my-links.json");
    announce(text("linksExported"));
  }

  async function importLinks(file: File): Promise<void> {
    const device = await offline;
    if (!device) return;
    errorText.textContent = "";
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(text("linksFileTooLarge"));
      const added = await device.links.import(await file.text());
      announce(text("linksAdded", { count: added }));
    } catch (error) {
      const reason = isQrError(error) ? message(error, labelOf) : (error as Error).message;
      errorText.textContent = text("importFailed", { reason });
    }
    await refresh();
  }

  return { element: el("div", { class: "stack" }, heading, list, note, actions, errorText), refresh };
}

/** Returns whether a value is an error of the library, or of the offline service, which has a class of its own. */
const isQrError = (error: unknown): error is QrError => (error as Error).name === "QrError";

interface Row {
  readonly element: HTMLElement;
  show(link: Link): void;
}

/** Notes for links that other people cannot open. */
const STATES: Readonly<Partial<Record<Link["state"], TextId>>> = {
  queued: "notOnServer",
  refused: "rejectedByServer",
};
