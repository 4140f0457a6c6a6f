import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { announce, button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { english, text } from "../languages/text.ts";
import { download } from "../stage/download.ts";
import { designOf, type State, type Store } from "../state.ts";
import { applyDesign, thumbnailOf } from "./presets.ts";

type Look = State["look"];

/** A design that the visitor saved in this browser. */
interface Brand {
  readonly name: string;
  readonly design: Look;
}

const MAX_BRANDS = 100;
const MAX_NAME = 60;
/** Leaves room for the largest logo in base64 and the other options. */
const MAX_FILE_BYTES = 3 * 1024 * 1024;

const NOT_STORED = english("This browser does not let the page store designs. Export the design as a file instead");

/** Creates the collapsed list of saved designs. They stay in this browser, and can be exported and imported as JSON. */
export function createBrands(store: Store): HTMLElement {
  const name = el("input", { type: "text", id: uniqueId("brand"), maxlength: MAX_NAME, autocomplete: "off" });
  const status = el("p", { class: "fault", role: "alert" });
  const list = el("ul", { class: "brands" });
  const [file, choose] = fileButton(text("Import design"), ".json,application/json", (chosen) => importFile(chosen));
  const save = button(text("Save design"), () => attempt(saveDesign));
  const exportNow = button(text("Export design"), () =>
    exportDesign(name.value.trim() || "design", designOf(store.state)),
  );
  const details = el(
    "details",
    { class: "more", ontoggle: () => void attempt(refresh) },
    el("summary", {}, text("My brands")),
    el(
      "div",
      { class: "stack" },
      el(
        "p",
        { class: "about" },
        text("Save this design, including the logo, to use it for other codes. It stays in this browser"),
      ),
      el("div", { class: "brand-name" }, field(text("Name"), name)),
      el("div", { class: "row" }, save, exportNow, file, choose),
      status,
      list,
    ),
  );
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void attempt(saveDesign);
  });

  /** Runs `work`, and shows a message if the browser does not allow storing designs. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setText(status, "");
    try {
      await work();
    } catch (error) {
      setText(status, error instanceof Refusal ? error.message : text(NOT_STORED));
    }
  }

  async function refresh(): Promise<void> {
    if (!details.open) return;
    const { listBrands } = await import("./brand-store.ts");
    list.replaceChildren(...(await listBrands()).map(row));
  }

  async function saveDesign(): Promise<void> {
    const title = name.value.trim();
    if (title === "") throw new Refusal(text("Enter a name for the design"));
    await add({ name: title, design: designOf(store.state) });
    name.value = "";
    announce(text("Design {name} saved", { name: title }));
  }

  async function add(brand: Brand): Promise<void> {
    const { listBrands, putBrand } = await import("./brand-store.ts");
    const known = await listBrands();
    if (known.length >= MAX_BRANDS && !known.some((one) => one.name === brand.name)) {
      throw new Refusal(text("You can save up to {count} designs. Delete one first", { count: MAX_BRANDS }));
    }
    await putBrand(brand);
    await refresh();
  }

  function importFile(chosen: File): Promise<void> {
    return attempt(async () => {
      if (chosen.size > MAX_FILE_BYTES) throw new Refusal(text("The file must be at most 3 MB"));
      const brand = {
        name: chosen.name.replace(/\.json$/i, "").slice(0, MAX_NAME),
        design: readDesign(await chosen.text()),
      };
      await add(brand);
      applyBrand(brand);
    });
  }

  function applyBrand({ name: title, design }: Brand): void {
    applyDesign(store, { logo: undefined, logoData: undefined, ...design });
    announce(text("Design {name} applied", { name: title }));
  }

  function row(brand: Brand): HTMLElement {
    const { name: title, design } = brand;
    const apply = button("", () => applyBrand(brand), {
      class: "preset",
      "aria-label": text("Apply {name}", { name: title }),
    });
    const { logo: _, logoData: __, ...plain } = design;
    apply.append(thumbnailOf(plain), el("span", {}, title));
    const remove = button(text("Delete"), () =>
      attempt(async () => {
        const { removeBrand } = await import("./brand-store.ts");
        await removeBrand(title);
        await refresh();
        announce(text("Design {name} deleted", { name: title }));
      }),
    );
    remove.setAttribute("aria-label", text("Delete {name}", { name: title }));
    const save = button(text("Export"), () => exportDesign(title, design), {
      "aria-label": text("Export {name}", { name: title }),
    });
    for (const quiet of [remove, save]) quiet.classList.add("quiet");
    return el("li", {}, apply, save, remove);
  }

  return details;
}

/** A message for the visitor. */
class Refusal extends Error {}

function exportDesign(name: string, design: Look): void {
  download(new Blob([`${JSON.stringify(design, null, 2)}\n`], { type: "application/json" }), `${name}.json`);
}

/** Returns the design in a file. @throws {Refusal} if there is none. */
function readDesign(content: string): Look {
  const json = table.design.read(content);
  const { issues } = parseOptions({ data: "x", design: content });
  const [issue] = issues;
  if (json === undefined || issue) throw new Refusal(issue ? inLabels(issue) : text("The file contains no design"));
  const values = Object.entries(JSON.parse(json) as Record<string, unknown>).filter(([, value]) => value !== null);
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}
