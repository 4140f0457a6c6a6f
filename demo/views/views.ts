import { announce, button, el, isAccepted, reveal } from "../dom.ts";
import { icon } from "../icons/icon.ts";
import type { IconName } from "../icons/shapes.ts";
import { type TextId, text } from "../languages/text.ts";
import { memoize } from "../product/async.ts";
import type { Stage } from "../stage/stage.ts";
import { replaceForm, type Store } from "../state.ts";

/** A tool, which is loaded when it is first opened. */
interface View {
  readonly label: TextId;
  /** The second line of the button. */
  readonly about: TextId;
  readonly icon: IconName;
  load(store: Store, stage: Stage): Promise<Content>;
}

interface Content {
  readonly element: HTMLElement;
  /** Opens a file that the user dropped on the page. */
  open?(file: File): Promise<void>;
}

/** The types of files that may contain a list. Reading an old .xls file fails, with an error that says how to convert it. */
const LIST_FILES =
  ".csv,.tsv,.txt,.xls,.xlsx,.vcf,.ics,text/csv,text/plain,text/tab-separated-values," +
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const BULK: View = {
  label: "bulkCodes",
  about: "bulkCodesAbout",
  icon: "bulk",
  load: async (store) => (await import("../bulk/bulk.ts")).createBulk(store, LIST_FILES),
};

const VIEWS: readonly View[] = [
  {
    label: "printSheet",
    about: "printSheetAbout",
    icon: "print",
    load: async (store, stage) => ({ element: (await import("./print.ts")).createPrint(store, stage) }),
  },
  {
    label: "poster",
    about: "posterAbout",
    icon: "poster",
    load: async (store) => ({ element: (await import("./poster.ts")).createPoster(store) }),
  },
  BULK,
  {
    label: "socialCard",
    about: "socialCardAbout",
    icon: "image",
    load: async (store) => ({ element: (await import("./card.ts")).createCard(store) }),
  },
  {
    label: "sharePage",
    about: "sharePageAbout",
    icon: "share",
    load: async (store) => ({ element: (await import("./links.ts")).createLinks(store) }),
  },
  {
    label: "readCode",
    about: "readCodeAbout",
    icon: "scan",
    load: async (store) => ({ element: (await import("./scan.ts")).createScan(store) }),
  },
];

/** Maximum size in bytes of a file whose content may be copied to the form. */
const MAX_FORM_FILE = 100_000;

/** Creates one button per tool, and the panel that shows the open tool. */
export function createViews(store: Store, stage: Stage): { readonly tools: HTMLElement; readonly panel: HTMLElement } {
  const heading = el("h2", { id: "view-heading" });
  const close = button("", closeView, { class: "quiet close", "aria-label": text("closeTool") });
  close.append(icon("close"));
  const holder = el("div", { class: "view", id: "view" });
  const panel = el(
    "section",
    { class: "tool", "aria-labelledby": heading.id, hidden: true },
    el("div", { class: "row" }, heading, close),
    holder,
  );
  const load = memoize((view: View) => view.load(store, stage));
  let open: View | undefined;
  const buttons = VIEWS.map((view) => {
    const attributes = { "aria-expanded": "false", "aria-controls": "view" };
    const element = button("", () => toggle(view), attributes);
    element.append(icon(view.icon), el("span", { class: "name" }, text(view.label)), el("small", {}, text(view.about)));
    return element;
  });

  async function toggle(view: View): Promise<void> {
    open = open === view ? undefined : view;
    for (const [at, element] of buttons.entries()) element.setAttribute("aria-expanded", String(VIEWS[at] === open));
    panel.hidden = !open;
    if (!open) return;
    heading.textContent = text(view.label);
    const content = await load(view).catch(() => undefined);
    if (open !== view) return;
    const failure = text("toolNotLoaded");
    holder.replaceChildren(content?.element ?? el("p", { class: "fault" }, failure));
    reveal(panel);
  }

  // In the capture phase, before the logo's listener can handle the dropped file.
  document.addEventListener("drop", openDropped, { capture: true });

  function openDropped(event: DragEvent): void {
    const dropped = [...(event.dataTransfer?.files ?? [])].find((file) => isAccepted(file, LIST_FILES));
    if (!dropped) return;
    event.preventDefault();
    void openList(dropped);
  }

  /** Opens a list in the tool for bulk codes, or copies a single contact or event to the form. */
  async function openList(file: File): Promise<void> {
    const content = /\.(?:vcf|ics)$/i.test(file.name) && file.size < MAX_FORM_FILE ? await file.text() : "";
    if (content.match(/^BEGIN:(?:VCARD|VEVENT)/gim)?.length === 1) {
      const { formFor } = await import("../content/pasted.ts");
      const { kind, values } = formFor(content);
      // The form may lack fields for some details of a contact.
      if (kind !== "text") {
        replaceForm(store, kind, values);
        return announce(text("contentToForm"));
      }
    }
    if (open !== BULK) await toggle(BULK);
    const bulk = await load(BULK).catch(() => undefined);
    if (!bulk) return;
    await bulk.open?.(file);
    announce(text("openedInBulk", { name: file.name }));
  }

  function closeView(): void {
    const opener = open && buttons[VIEWS.indexOf(open)];
    if (open) void toggle(open);
    opener?.focus();
  }

  const tools = el(
    "section",
    { class: "tools", "aria-labelledby": "tools-heading" },
    el("h2", { id: "tools-heading" }, text("tools")),
    el("div", { class: "ways" }, ...buttons),
  );
  return { tools, panel };
}
