import { announce, button, el, field, fileButton, setText, setValue, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { pictureOf } from "../picture.ts";
import { QrError } from "../product/messages.ts";
import { understand } from "../product/payload.ts";
import { readState } from "../reading.ts";
import type { Stage } from "../stage/stage.ts";
import { changeLook, createUpload, type Store } from "../state.ts";
import { askAboutImage } from "./image-choice.ts";
import { LogoRefusal, readLogoFile } from "./logo-file.ts";
import { createOptionInputs, setOnLeave, showError, typedValue, typeOption } from "./option-input.ts";
import { createPhotoFold } from "./photo-fold.ts";

/** Removes the logo file when the user enters a URL, because a logo is either a URL or a file. */
const NO_FILE = { logoData: undefined };

/** Creates the controls for the logo, which is a URL or a file. Users can also drop or paste a file. The controls show an
 *  error if `stage` could not load the logo. */
export function createLogo(store: Store, stage: Stage): HTMLElement {
  const fileError = el("p", { class: "fault", role: "alert" });
  const [file, choose] = fileButton(text("option.logoData"), "image/*", setFile);
  file.dataset.option = "logoData";
  const urlError = el("p", { class: "fault", id: uniqueId("logo-fault") });
  const url = el("input", {
    type: "url",
    id: uniqueId("logo"),
    placeholder: "https://example.com/logo.png",
    "data-option": "logo",
    "aria-describedby": urlError.id,
  });
  const remove = button(text("removeLogo"), () => {
    changeLook(store, { logo: undefined, logoData: undefined });
    file.focus();
    announce(text("logoRemoved"));
  });
  let failed: { readonly url: string; readonly message: string } | undefined;
  const details = createOptionInputs(store, "logo");
  const hint = el("span", { class: "about" }, text("dropLogo"));
  const dropZone = el("div", { class: "drop" }, file, choose, hint);
  const thumbnail = el("img", { alt: "" });
  const name = el("span", { dir: "auto" });
  const chosen = el("div", { class: "row start named-image", hidden: true }, thumbnail, name);

  url.addEventListener("input", () => {
    typeOption(store, "logo", url.value.trim() || undefined, NO_FILE);
  });
  setOnLeave(url, store, "logo", { read: (typed) => understand("url", "url", typed).value, more: NO_FILE });
  document.addEventListener("paste", (event) => {
    const { clipboardData } = event;
    const [pasted] = clipboardData?.files ?? [];
    // Pasted text belongs to a field, even with an image: spreadsheets copy cells as both.
    if (!pasted || event.defaultPrevented || clipboardData?.types.includes("text/plain")) return;
    event.preventDefault();
    receive(pasted);
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dropZone.classList.add("over");
  });
  document.addEventListener("dragleave", () => dropZone.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    dropZone.classList.remove("over");
    // Another listener may have handled the file, such as a CSV file. By default, the browser would open it.
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped || event.defaultPrevented) return;
    event.preventDefault();
    if (event.target instanceof Node && dropZone.contains(event.target)) void setFile(dropped);
    else receive(dropped);
  });
  store.watch((state) => {
    const { look, upload } = state;
    const typed = typedValue(state, "logo") ?? "";
    // While the user types, the text may have spaces at both ends.
    if (document.activeElement !== url || url.value.trim() !== typed) setValue(url, typed);
    setText(fileError, "");
    showUrlError();
    remove.hidden = details.hidden = look.logo === undefined && look.logoData === undefined;
    chosen.hidden = look.logoData === undefined;
    if (look.logoData === undefined) return;
    if (thumbnail.getAttribute("src") !== look.logoData) thumbnail.src = look.logoData;
    const { name: fileName = text("savedLogo"), scaled } = upload ?? {};
    setText(name, scaled ? text("logoScaledDown", { name: fileName, size: scaled }) : fileName);
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

  /** Asks for the purpose of a pixel image, which may be a screenshot of a code. */
  function receive(received: File): void {
    const isPixels = received.type.startsWith("image/") && received.type !== "image/svg+xml";
    if (isPixels) askAboutImage(store, received, () => setFile(received));
    else void setFile(received);
  }

  async function setFile(chosen: File): Promise<void> {
    fileError.textContent = "";
    try {
      const { data, name, scaled } = await readLogoFile(chosen);
      const { logo: _, ...others } = store.state.look;
      store.change({ look: { ...others, logoData: data }, upload: createUpload({ name, scaled }) });
      announce(await resultOfLogo());
    } catch (error) {
      if (!(error instanceof LogoRefusal)) throw error;
      fileError.textContent = error.message;
    }
  }

  /** Resolves to the text that announces a new logo. */
  async function resultOfLogo(): Promise<string> {
    const { data, options } = readState(store.state);
    if (data === undefined) return text("logoAddedFillIn");
    try {
      await pictureOf({ ...options, format: "svg" });
      return text("logoAdded");
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      return inLabels(error);
    }
  }

  return el(
    "section",
    { "aria-labelledby": "logo-heading" },
    el("div", { class: "row" }, el("h2", { id: "logo-heading" }, text("logo")), remove),
    dropZone,
    chosen,
    fileError,
    field(text("option.logo"), url, urlError),
    details,
    createPhotoFold(store),
  );
}
