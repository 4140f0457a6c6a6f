import { QrError } from "../../src/errors.ts";
import { MAX_LOGO_BYTES } from "../../src/logo/limits.ts";
import { announce, el, field, freshId, settle, setWords } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Stage } from "../stage/stage.ts";
import { changeLook, type Store } from "../state.ts";
import { createOptionInputs, mark } from "./option-input.ts";

/** Elements that take what is pasted. */
const FIELDS = "input, textarea, select, [contenteditable]";

/** The logo: a file, dropped, pasted, or an address. Shows an error if `stage` could not load it. */
export function createLogo(store: Store, stage: Stage): HTMLElement {
  const fault = el("p", { class: "fault", role: "alert" });
  const file = el("input", { type: "file", accept: "image/*", class: "covered", id: freshId("logo-file") });
  const addressFault = el("p", { class: "fault", id: freshId("logo-fault") });
  const address = el("input", {
    type: "url",
    id: freshId("logo"),
    placeholder: "https://example.com/logo.png",
    "aria-describedby": addressFault.id,
  });
  const remove = el("button", { type: "button" }, "Remove logo");
  let missed: { readonly address: string; readonly message: string } | undefined;
  const details = createOptionInputs(store, "logo");
  const drop = el(
    "div",
    { class: "drop" },
    file,
    el("label", { for: file.id, class: "button" }, optionLabels.logoData),
    el("span", { class: "about" }, "or drop it anywhere, or paste it: PNG, JPEG, WebP or SVG"),
  );

  file.addEventListener("change", () => {
    void take(file.files?.[0]);
    file.value = "";
  });
  address.addEventListener("input", () => {
    changeLook(store, { logo: address.value.trim() || undefined, logoData: undefined }, "logo");
  });
  remove.addEventListener("click", () => {
    changeLook(store, { logo: undefined, logoData: undefined });
    file.focus();
    announce("The logo is gone");
  });
  document.addEventListener("paste", ({ clipboardData, target }) => {
    // Spreadsheets add a picture of copied cells: text, or anything pasted into a field, is not a logo.
    const isText = clipboardData?.types.includes("text/plain") || (target instanceof Element && target.closest(FIELDS));
    if (!isText) void take(clipboardData?.files[0]);
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    drop.classList.remove("over");
    // Unless it has been handled, such as a table. By default, the browser would open the file.
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped || event.defaultPrevented) return;
    event.preventDefault();
    void take(dropped);
  });
  store.watch((state) => {
    const { look } = state;
    settle(address, look.logo ?? "");
    setWords(fault, "");
    showFault();
    const hasLogo = look.logo !== undefined || look.logoData !== undefined;
    remove.hidden = !hasLogo;
    details.hidden = !hasLogo;
  });

  stage.watch(() => {
    const { logo } = store.state.look;
    const { failed, issues } = stage.outcome;
    const issue = failed && logo !== undefined ? issues.find(({ code }) => code.startsWith("logo_")) : undefined;
    missed = issue && { address: logo ?? "", message: inLabels(issue) };
    showFault();
  });

  /** Shows whether the address is invalid, or could not be loaded when it was last tried. */
  function showFault(): void {
    const issue = readState(store.state).issues.find(({ field }) => field === "logo");
    const latest = missed?.address === store.state.look.logo ? missed?.message : undefined;
    mark(address, addressFault, issue ? inLabels(issue) : latest);
  }

  async function take(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    if (!chosen.type.startsWith("image/")) {
      fault.textContent = `${chosen.name} is no picture: a logo is a PNG, JPEG, WebP or SVG`;
      return;
    }
    fault.textContent = chosen.size > MAX_LOGO_BYTES ? "A logo may have 2 MB: choose a smaller picture" : "";
    if (chosen.size > MAX_LOGO_BYTES) return;
    changeLook(store, { logoData: await dataUri(chosen), logo: undefined });
    const { data, options } = readState(store.state);
    if (data === undefined) return announce("The logo is there: fill in the form to see it on the code");
    try {
      await pictureOf({ ...options, format: "svg" });
      announce("The logo is on the code");
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      announce(`There is no such code: ${inLabels(error)}`);
    }
  }

  return el(
    "section",
    { "aria-labelledby": "logo-heading" },
    el("div", { class: "row" }, el("h2", { id: "logo-heading" }, "Logo"), remove),
    drop,
    fault,
    field(optionLabels.logo, address, addressFault),
    details,
  );
}

function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
