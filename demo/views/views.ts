import { memoize } from "../../src/once.ts";
import { button, el } from "../dom.ts";
import type { Store } from "../state.ts";

/** A part of the page that is loaded when it is first opened. */
interface View {
  readonly label: string;
  /** The second line of the button. */
  readonly about: string;
  load(store: Store): Promise<HTMLElement>;
}

const VIEWS: readonly View[] = [
  {
    label: "Bulk codes",
    about: "From a list or CSV",
    load: async (store) => (await import("../bulk/bulk.ts")).createBulk(store),
  },
  {
    label: "Social card",
    about: "Image for link previews",
    load: async (store) => (await import("./card.ts")).createCard(store),
  },
  {
    label: "Short link",
    about: "Create and manage links",
    load: async (store) => (await import("./links.ts")).createLinks(store),
  },
  {
    label: "Print sheet",
    about: "Labels at an exact size",
    load: async (store) => (await import("./print.ts")).createPrint(store),
  },
  {
    label: "Read a code",
    about: "From an image or camera",
    load: async (store) => (await import("./scan.ts")).createScan(store),
  },
];

/** Creates one button per view. The open view is below the buttons. */
export function createViews(store: Store): HTMLElement {
  const holder = el("div", { class: "view", id: "view", hidden: true });
  const load = memoize((view: View) => view.load(store));
  let open: View | undefined;
  const buttons = VIEWS.map((view) => {
    const element = button("", () => toggle(view), { "aria-expanded": "false", "aria-controls": "view" });
    element.append(el("span", {}, view.label), el("small", {}, view.about));
    return element;
  });

  async function toggle(view: View): Promise<void> {
    open = open === view ? undefined : view;
    for (const [at, element] of buttons.entries()) element.setAttribute("aria-expanded", String(VIEWS[at] === open));
    holder.hidden = !open;
    if (!open) return;
    const content = await load(view).catch(() =>
      el("p", { class: "fault" }, "Could not load this tool. Check your connection, then try again"),
    );
    if (open === view) holder.replaceChildren(content);
  }

  return el(
    "section",
    { class: "more-ways", "aria-labelledby": "more-heading" },
    el("h2", { id: "more-heading" }, "More tools"),
    el("div", { class: "ways" }, ...buttons),
    holder,
  );
}
