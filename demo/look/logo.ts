import { QrError } from "../../src/errors.ts";
import { MAX_LOGO_BYTES } from "../../src/logo/limits.ts";
import { announce, button, el, field, fileButton, setText, setValue, uniqueId } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { pictureOf } from "../picture.ts";
import { readState } from "../reading.ts";
import type { Stage } from "../stage/stage.ts";
import { changeLook, type Store } from "../state.ts";
import { createOptionInputs, showError } from "./option-input.ts";

/** Elements that handle the paste event themselves. */
const FIELDS = "input, textarea, select, [contenteditable]";

/** Creates the controls for the logo, which is a URL or a file. Users can also drop or paste the file. The controls
 *  show an error if `stage` could not load the logo. */
export function createLogo(store: Store, stage: Stage): HTMLElement {
  const fileError = el("p", { class: "fault", role: "alert" });
  const [file, choose] = fileButton(optionLabels.logoData, "image/*", setFile);
  const urlError = el("p", { class: "fault", id: uniqueId("logo-fault") });
  const url = el("input", {
    type: "url",
    id: uniqueId("logo"),
    placeholder: "https://example.com/logo.png",
    "aria-describedby": urlError.id,
  });
  const remove = button("Remove logo", () => {
    changeLook(store, { logo: undefined, logoData: undefined });
    file.focus();
    announce("Logo removed");
  });
  let failed: { readonly url: string; readonly message: string } | undefined;
  const details = createOptionInputs(store, "logo");
  const hint = el("span", { class: "about" }, "or drop or paste an image anywhere. PNG, JPEG, WebP or SVG, up to 2 MB");
  const dropZone = el("div", { class: "drop" }, file, choose, hint);

  url.addEventListener("input", () => {
    changeLook(store, { logo: url.value.trim() || undefined, logoData: undefined }, "logo");
  });
  document.addEventListener("paste", ({ clipboardData, target }) => {
    // Text is not a logo, nor is anything pasted into a field. Spreadsheets add an image to the cells that they copy.
    const isText = clipboardData?.types.includes("text/plain") || (target instanceof Element && target.closest(FIELDS));
    const [pasted] = clipboardData?.files ?? [];
    if (pasted && !isText) void setFile(pasted);
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dropZone.classList.add("over");
  });
  document.addEventListener("dragleave", () => dropZone.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    dropZone.classList.remove("over");
    // Another listener may already have handled the file, for example a CSV file. By default, the browser would open
    // the file.
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped || event.defaultPrevented) return;
    event.preventDefault();
    void setFile(dropped);
  });
  store.watch(({ look }) => {
    setValue(url, look.logo ?? "");
    setText(fileError, "");
    showUrlError();
    remove.hidden = details.hidden = look.logo === undefined && look.logoData === undefined;
  });

  stage.watch(() => {
    const { logo } = store.state.look;
    const { isFailed, issues } = stage.outcome;
    const issue = isFailed && logo !== undefined ? issues.find(({ code }) => code.startsWith("logo_")) : undefined;
    failed = issue && { url: logo ?? "", message: inLabels(issue) };
    showUrlError();
  });

  /** Shows an error if the URL is invalid, or if the last attempt to load it failed. */
  function showUrlError(): void {
    const issue = readState(store.state).issues.find(({ field }) => field === "logo");
    const latest = failed?.url === store.state.look.logo ? failed?.message : undefined;
    showError(url, urlError, issue ? inLabels(issue) : latest);
  }

  async function setFile(chosen: File): Promise<void> {
    const isImage = chosen.type.startsWith("image/");
    if (!isImage) fileError.textContent = `${chosen.name} is not an image. Choose a PNG, JPEG, WebP or SVG`;
    else if (chosen.size > MAX_LOGO_BYTES)
      fileError.textContent = "The logo must be at most 2 MB. Choose a smaller image";
    else {
      fileError.textContent = "";
      changeLook(store, { logoData: await dataUri(chosen), logo: undefined });
      announce(await resultOfLogo());
    }
  }

  /** Resolves to the text that announces a new logo. */
  async function resultOfLogo(): Promise<string> {
    const { data, options } = readState(store.state);
    if (data === undefined) return "Logo added. Fill in the form to see your code";
    try {
      await pictureOf({ ...options, format: "svg" });
      return "Logo added";
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      return inLabels(error);
    }
  }

  return el(
    "section",
    { "aria-labelledby": "logo-heading" },
    el("div", { class: "row" }, el("h2", { id: "logo-heading" }, "Logo"), remove),
    dropZone,
    fileError,
    field(optionLabels.logo, url, urlError),
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
