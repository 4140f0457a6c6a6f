import { button, el, uniqueId } from "../dom.ts";
import { text } from "../languages/text.ts";
import type { Store } from "../state.ts";
import { showCodes } from "../views/found-codes.ts";

/** Asks what to do with an image that the user dropped or pasted: read the codes in it, or use it as the logo. */
export function askAboutImage(store: Store, file: File, useAsLogo: () => unknown): void {
  const headingId = uniqueId("image");
  const source = URL.createObjectURL(file);
  const outcome = el("div", { class: "outcome", role: "status" });
  const close = (): void => dialog.close();
  const choices = el(
    "div",
    { class: "row start" },
    button(text("readCodeInImage"), read, { class: "main" }),
    button(text("useAsLogo"), () => {
      close();
      void useAsLogo();
    }),
  );
  const dialog: HTMLDialogElement = el(
    "dialog",
    { class: "choice", "aria-labelledby": headingId },
    el(
      "div",
      { class: "stack" },
      el("h2", { id: headingId }, text("imageUse")),
      el(
        "div",
        { class: "row start named-image" },
        el("img", { src: source, alt: "" }),
        el("span", { dir: "auto" }, file.name || text("pastedImage")),
      ),
      choices,
      outcome,
      button(text("cancel"), close, { class: "quiet" }),
    ),
  );

  async function read(): Promise<void> {
    outcome.replaceChildren(el("p", {}, text("reading")));
    const texts = await import("../views/decode.ts").then(
      ({ readCodesIn }) => readCodesIn(file).catch(() => undefined),
      () => undefined,
    );
    if (texts) showCodes(store, outcome, texts, close);
    else outcome.replaceChildren(el("p", { class: "fault" }, text("fileUnreadable")));
  }

  dialog.addEventListener("close", () => {
    dialog.remove();
    URL.revokeObjectURL(source);
  });
  document.body.append(dialog);
  dialog.showModal();
}
