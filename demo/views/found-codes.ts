import { hostOf } from "../../src/payload/host.ts";
import { detect } from "../../src/payload/payload.ts";
import { isWebAddress } from "../../src/payload/url.ts";
import { formFor } from "../content/pasted.ts";
import { announce, button, copyText, el } from "../dom.ts";
import { fieldLabel, kindLabel, shownValue } from "../labels.ts";
import { english, text } from "../languages/text.ts";
import { replaceForm, type Store } from "../state.ts";

export const UNREADABLE_FILE = english(
  "This file can't be read. Choose a photo, a screenshot or a simple SVG of at most 4 MB",
);

/** Shows the QR codes with these texts in `outcome`, or that there are none. `close` is called when a code is copied to
 *  the form. */
export function showCodes(store: Store, outcome: HTMLElement, texts: readonly string[], close = () => {}): void {
  if (texts.length === 0) {
    const message = text("No QR code found. Make sure that the whole code and some space around it are visible");
    outcome.replaceChildren(el("p", { class: "fault" }, message));
    return;
  }
  const count = text({ one: "1 QR code found", other: "{count} QR codes found" }, { count: texts.length });
  const heading = texts.length === 1 ? [] : [el("p", {}, count)];
  outcome.replaceChildren(...heading, ...texts.map((one) => codeOf(store, one, close)));
}

function codeOf(store: Store, encoded: string, close: () => void): HTMLElement {
  const { kind: name, label, fields } = detect(encoded);
  const items = fields.map((field) => {
    const shown = shownValue(name, field);
    return el(
      "div",
      {},
      el("dt", {}, fieldLabel(name, field.name, field.label)),
      el("dd", { dir: "auto" }, field.secret ? covered(shown) : shown),
    );
  });
  const toForm = () => {
    const { kind, values } = formFor(encoded);
    replaceForm(store, kind, values);
    announce(text("Content copied to the form"));
    close();
  };
  return el(
    "article",
    { class: "outcome" },
    el("h3", {}, text(kindLabel({ name, label }))),
    el("dl", {}, ...items),
    el(
      "div",
      { class: "row start" },
      isWebAddress(encoded) ? openLink(encoded) : undefined,
      button(text("Copy"), () => copyText(encoded, text("Content copied"))),
      button(text("Copy to form"), toForm),
    ),
  );
}

/** Creates the link to a web page. Its label shows the host in ASCII if letters of the host could be mistaken for
 *  others. Other schemes could run programs, so they have no link. */
function openLink(url: string): HTMLElement {
  const attributes = { class: "button", href: url, target: "_blank", rel: "noopener noreferrer" };
  return el("a", attributes, text("Open {host}", { host: hostOf(url) }));
}

/** Hides a secret behind a button. */
function covered(secret: string): HTMLElement {
  return el("details", {}, el("summary", {}, text("Show")), el("span", {}, secret));
}
