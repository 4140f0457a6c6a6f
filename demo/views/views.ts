import { memoize } from "../../src/once.ts";
import { el } from "../dom.ts";
import type { Store } from "../state.ts";

/** A part of the page that is loaded when it is first opened. */
interface View {
  readonly name: string;
  readonly label: string;
  /** A second line for the button. */
  readonly about: string;
  load(store: Store): Promise<HTMLElement>;
}

const VIEWS: readonly View[] = [
  {
    name: "many",
    label: "Many codes",
    about: "A zip from lines or a table",
    load: async (store) => (await import("../many/many.ts")).createMany(store),
  },
  {
    name: "card",
    label: "Social card",
    about: "A picture for link previews",
    load: async (store) => (await import("./card.ts")).createCard(store),
  },
  {
    name: "links",
    label: "Short link",
    about: "A page to share, and my links",
    load: async (store) => (await import("./links.ts")).createLinks(store),
  },
  {
    name: "print",
    label: "Sheet of codes",
    about: "Labels in millimetres",
    load: async (store) => (await import("./print.ts")).createPrint(store),
  },
  {
    name: "check",
    label: "Read a code",
    about: "From a picture or by camera",
    load: async (store) => (await import("./scan.ts")).createScan(store),
  },
];

/** One button per view, and below them the view that is open. */
export function createViews(store: Store): HTMLElement {
  const holder = el("div", { class: "view", hidden: true });
  const load = memoize((view: View) => view.load(store));
  let open = "";
  const buttons = VIEWS.map((view) => {
    const { name, label, about } = view;
    const words = [el("span", {}, label), el("small", {}, about)];
    const button = el("button", { type: "button", "aria-expanded": "false", "aria-controls": "view" }, ...words);
    button.addEventListener("click", async () => {
      open = open === name ? "" : name;
      for (const [at, other] of buttons.entries())
        other.setAttribute("aria-expanded", String(VIEWS[at]?.name === open));
      holder.hidden = open === "";
      if (open === "") return;
      const content = await load(view).catch(() =>
        el("p", { class: "fault" }, "This could not be loaded: see that the network is there, and open it again"),
      );
      if (open === name) holder.replaceChildren(content);
    });
    return button;
  });
  holder.id = "view";
  return el(
    "section",
    { class: "more-ways", "aria-labelledby": "more-heading" },
    el("h2", { id: "more-heading" }, "More to do"),
    el("div", { class: "ways" }, ...buttons),
    holder,
  );
}
