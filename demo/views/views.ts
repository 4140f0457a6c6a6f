import { memoize } from "../../src/once.ts";
import { button, el, reveal } from "../dom.ts";
import { icon } from "../icons/icon.ts";
import type { IconName } from "../icons/shapes.ts";
import { english, text } from "../languages/text.ts";
import type { Stage } from "../stage/stage.ts";
import type { Store } from "../state.ts";

/** A tool, which is loaded when it is first opened. */
interface View {
  readonly label: string;
  /** The second line of the button. */
  readonly about: string;
  readonly icon: IconName;
  load(store: Store, stage: Stage): Promise<HTMLElement>;
}

const VIEWS: readonly View[] = [
  {
    label: english("Print sheet"),
    about: english("Labels at an exact size"),
    icon: "print",
    load: async (store, stage) => (await import("./print.ts")).createPrint(store, stage),
  },
  {
    label: english("Bulk codes"),
    about: english("From a list or CSV"),
    icon: "bulk",
    load: async (store) => (await import("../bulk/bulk.ts")).createBulk(store),
  },
  {
    label: english("Social card"),
    about: english("Image for link previews"),
    icon: "image",
    load: async (store) => (await import("./card.ts")).createCard(store),
  },
  {
    label: english("Share page"),
    about: english("Page with code and content"),
    icon: "share",
    load: async (store) => (await import("./links.ts")).createLinks(store),
  },
  {
    label: english("Read a code"),
    about: english("From an image or camera"),
    icon: "scan",
    load: async (store) => (await import("./scan.ts")).createScan(store),
  },
];

/** Creates one button per tool, and the panel that shows the open tool. */
export function createViews(store: Store, stage: Stage): { readonly tools: HTMLElement; readonly panel: HTMLElement } {
  const heading = el("h2", { id: "view-heading" });
  const close = button("", closeView, { class: "quiet close", "aria-label": text("Close this tool") });
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
    const content = await load(view).catch(() =>
      el("p", { class: "fault" }, text("Could not load this tool. Check your connection, then try again")),
    );
    if (open !== view) return;
    holder.replaceChildren(content);
    reveal(panel);
  }

  function closeView(): void {
    const opener = open && buttons[VIEWS.indexOf(open)];
    if (open) void toggle(open);
    opener?.focus();
  }

  const tools = el(
    "section",
    { class: "tools", "aria-labelledby": "tools-heading" },
    el("h2", { id: "tools-heading" }, text("Tools")),
    el("div", { class: "ways" }, ...buttons),
  );
  return { tools, panel };
}
