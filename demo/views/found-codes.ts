import { formFor } from "../content/pasted.ts";
import { announce, button, copyText, el } from "../dom.ts";
import { fieldLabel, kindLabel, shownValue } from "../labels.ts";
import { text } from "../languages/text.ts";
import { detect, hostOf, isWebAddress } from "../product/payload.ts";
import { replaceForm, type Store } from "../state.ts";

/** Shows the QR codes with these texts in `outcome`, or that there are none. `close` is called when a code is copied to
 *  the form. */
export function showCodes(store: Store, outcome: HTMLElement, texts: readonly string[], close = () => {}): void {
  if (texts.length === 0) {
    const message = text("noCodeFound");
    outcome.replaceChildren(el("p", { class: "fault" }, message));
    return;
  }
  const count = text("codesFound", { count: texts.length });
  const heading = texts.length === 1 ? [] : [el("p", {}, count)];
  outcome.replaceChildren(...heading, ...texts.map((one) => codeOf(store, one, close)));
}

function codeOf(store: Store, encoded: string, close: () => void): HTMLElement {
  const { kind: name, fields } = detect(encoded);
  const items = fields.map((field) => {
    const shown = shownValue(name, field);
    return el(
      "div",
      {},
      el("dt", {}, fieldLabel(name, field.name)),
      el("dd", { dir: "auto" }, field.secret ? covered(shown) : shown),
    );
  });
  const toForm = () => {
    const { kind, values } = formFor(encoded);
    replaceForm(store, kind, values);
    announce(text("contentToForm"));
    close();
  };
  return el(
    "article",
    { class: "outcome" },
    el("h3", {}, kindLabel(name)),
    el("dl", {}, ...items),
    el(
      "div",
      { class: "row start" },
      isWebAddress(encoded) ? openLink(encoded) : undefined,
      button(text("copy"), () => copyText(encoded, text("contentCopied"))),
      button(text("copyToForm"), toForm),
    ),
  );
}

/** Creates the link to a web page. Its label has the host in ASCII if readers could mistake its letters for others. Other
 *  schemes could run programs, so they get no link. */
function openLink(url: string): HTMLElement {
  const attributes = { class: "button", href: url, target: "_blank", rel: "noopener noreferrer" };
  return el("a", attributes, text("openHost", { host: hostOf(url) }));
}

/** Hides a secret behind a button. */
function covered(secret: string): HTMLElement {
  return el("details", {}, el("summary", {}, text("show")), el("span", {}, secret));
}
