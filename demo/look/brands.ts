import { announce, button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { pictureOf } from "../picture.ts";
import { needsHost, parseOptions, table } from "../product/options.ts";
import { download } from "../stage/download.ts";
import { designOf, openLook, type State, type Store } from "../state.ts";
import type { Brand } from "./brand-store.ts";
import { createFold } from "./fold.ts";
import { applyDesign, thumbnailOf, urlOf } from "./presets.ts";
import { SAMPLE } from "./shapes.ts";

type Look = State["look"];
type Saved = typeof import("./brand-store.ts");

const MAX_BRANDS = 100;
const MAX_NAME = 60;
/** Maximum size of a file in bytes: enough for the largest logo in base64 and the other options. */
const MAX_FILE_BYTES = 3 * 1024 * 1024;

/** Creates the collapsed list of saved designs. They stay in this browser, and can be exported and imported as JSON. */
export function createBrands(store: Store): HTMLElement {
  const name = el("input", { type: "text", id: uniqueId("brand"), maxlength: MAX_NAME, autocomplete: "off" });
  const status = el("p", { class: "fault", role: "alert" });
  const replaced = el("div", { class: "row start replaced", role: "status" });
  const list = el("ul", { class: "brands" });
  const [file, choose] = fileButton(text("importDesign"), ".json,application/json", (chosen) => importFile(chosen));
  const save = button(text("saveDesign"), () => attempt(saveDesign));
  const exportNow = button(text("exportDesign"), () =>
    exportDesign(name.value.trim() || "design", designOf(store.state)),
  );
  const details = createFold(
    store,
    text("myBrands"),
    [],
    el("p", { class: "about" }, text("brandsHint")),
    el("div", { class: "brand-name" }, field(text("designName"), name)),
    el("div", { class: "row start" }, save, exportNow, file, choose),
    status,
    replaced,
    list,
  );
  details.addEventListener("toggle", () => void attempt(refresh));
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void attempt(saveDesign);
  });

  /** Runs `work` with the saved designs, and shows a message if the browser does not allow storing designs. */
  async function attempt(work: (saved: Saved) => Promise<void>): Promise<void> {
    setText(status, "");
    replaced.replaceChildren();
    const saved = await import("./brand-store.ts").catch(() => undefined);
    if (!saved) return setText(status, text("toolNotLoaded"));
    try {
      await work(saved);
    } catch (error) {
      if (error instanceof Refusal) setText(status, error.message);
      else if (error instanceof saved.StorageError) setText(status, text("designsNotStored"));
      else throw error;
    }
  }

  async function refresh({ listBrands }: Saved): Promise<void> {
    if (details.open) list.replaceChildren(...(await listBrands()).map(row));
  }

  async function saveDesign(saved: Saved): Promise<void> {
    const title = name.value.trim();
    if (title === "") throw new Refusal(text("enterDesignName"));
    if (await add(saved, { name: title, design: designOf(store.state) })) {
      announce(text("designSaved", { name: title }));
    }
  }

  /** Resolves to whether the design is new. If it replaces one with the same name, offers to restore the old one. */
  async function add(saved: Saved, brand: Brand): Promise<boolean> {
    const { listBrands, putBrand } = saved;
    const known = await listBrands();
    const former = known.find((one) => one.name === brand.name);
    if (known.length >= MAX_BRANDS && !former) {
      throw new Refusal(text("tooManyDesigns", { count: MAX_BRANDS }));
    }
    await putBrand(brand);
    await refresh(saved);
    if (former) offerToRestore(former);
    return !former;
  }

  /** Announces that `former` has been replaced, with a button that restores it. */
  function offerToRestore(former: Brand): void {
    const restore = button(text("restoreDesign"), () =>
      attempt(async (saved) => {
        await saved.putBrand(former);
        await refresh(saved);
        announce(text("designRestored", { name: former.name }));
        save.focus();
      }),
    );
    replaced.replaceChildren(el("span", {}, text("designReplaced", { name: former.name })), restore);
  }

  function importFile(chosen: File): Promise<void> {
    return attempt(async (saved) => {
      if (chosen.size > MAX_FILE_BYTES) throw new Refusal(text("designFileTooLarge"));
      const brand = {
        name: chosen.name.replace(/\.json$/i, "").slice(0, MAX_NAME),
        design: readDesign(await chosen.text()),
      };
      // Applied first, because a design can be used even if it cannot be stored.
      applyBrand(brand);
      await add(saved, brand);
    });
  }

  function applyBrand({ name: title, design }: Brand): void {
    applyDesign(store, { logo: undefined, logoData: undefined, ...design });
    announce(text("designApplied", { name: title }));
  }

  function row(brand: Brand): HTMLElement {
    const { name: title, design } = brand;
    const apply = button("", () => applyBrand(brand), {
      class: "preset",
      "aria-label": text("applyDesign", { name: title }),
    });
    apply.append(pictureOfBrand(design), el("span", {}, title));
    const remove = button(text("delete"), () =>
      attempt(async (saved) => {
        await saved.removeBrand(title);
        await refresh(saved);
        announce(text("designDeleted", { name: title }));
      }),
    );
    remove.setAttribute("aria-label", text("deleteDesign", { name: title }));
    const save = button(text("export"), () => exportDesign(title, design), {
      "aria-label": text("exportNamed", { name: title }),
    });
    for (const quiet of [remove, save]) quiet.classList.add("quiet");
    return el("li", {}, apply, save, remove);
  }

  return details;
}

/** Returns the picture of a saved design. Its uploaded logo and its caption appear as soon as they have been drawn. */
function pictureOfBrand({ logo: _, ...design }: Look): HTMLElement {
  const image = thumbnailOf(design);
  const { options } = parseOptions({ ...design, data: SAMPLE, format: "svg" });
  if (needsHost(options)) {
    pictureOf(options).then(
      ({ body }) => image.setAttribute("src", urlOf(String(body))),
      () => undefined,
    );
  }
  return image;
}

/** An error whose message is for the user. */
class Refusal extends Error {}

function exportDesign(name: string, design: Look): void {
  download(new Blob([`${JSON.stringify(design, null, 2)}\n`], { type: "application/json" }), `${name}.json`);
}

/** Returns the design in a file. @throws {Refusal} if there is none. */
function readDesign(content: string): Look {
  const json = table.design.read(content);
  const { issues } = parseOptions({ data: "x", design: content });
  const [issue] = issues;
  if (json === undefined || issue) throw new Refusal(issue ? inLabels(issue) : text("noDesignInFile"));
  return openLook({ design: json });
}
