import { announce, button, el, field, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { isTextId, type TextId, text } from "../languages/text.ts";
import { offline } from "../offline/offline.ts";
import { serviceFor } from "../picture.ts";
import { QrError } from "../product/messages.ts";
import { posterTable } from "../product/options.ts";
import type { Payload, PayloadField } from "../product/payload.ts";
import type { PosterInput } from "../product/service.ts";
import { nextStep, readState } from "../reading.ts";
import { download } from "../stage/download.ts";
import type { Store } from "../state.ts";

/** Milliseconds to wait after a change before a poster is drawn. */
const IDLE = 300;

/** The kinds of content whose fields people read on a poster, and the most that are shown. */
const READABLE: readonly string[] = ["vcard", "mecard", "event"];
const MOST = 4;

/** Creates the view with a poster of the current code, which is drawn and printed on this device. */
export function createPoster(store: Store): HTMLElement {
  const headline = el("input", { type: "text", id: uniqueId("headline"), dir: "auto", maxlength: 60 });
  const hint = el("input", { type: "text", id: uniqueId("hint"), dir: "auto", maxlength: 120 });
  const paper = choices("paper", posterTable.paper.of, (name) => name);
  const orientation = choices("orientation", posterTable.orientation.of, (name) =>
    text(`orientation.${name}` as TextId),
  );
  const picture = el("img", { class: "poster", alt: text("posterPreview"), hidden: true });
  const fault = el("p", { class: "fault", role: "alert" });
  const status = el("p", { class: "about", role: "status" });
  const save = button(text("download", { format: "PDF" }), savePdf, { class: "main", disabled: true });
  const print = button(text("print"), printPoster, { disabled: true });
  /** The suggestions that the inputs show. They follow the content until the user changes them. */
  const suggested = new Map<HTMLInputElement, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  for (const control of [headline, hint, paper, orientation]) control.addEventListener("input", schedule);
  store.watch(() => {
    const { payload } = readState(store.state);
    suggest(headline, payload?.title ?? "");
    suggest(hint, payload ? invitationTo(payload) : "");
    schedule();
  });

  function suggest(input: HTMLInputElement, words: string): void {
    const last = suggested.get(input) ?? "";
    // Setting a value bypasses its maximum length.
    const next = excerpt(words, input.maxLength);
    if (input.value === last) input.value = next;
    suggested.set(input, next);
  }

  /** Draws the poster after a pause. The previous one stays visible until then. */
  function schedule(): void {
    clearTimeout(timer);
    running.abort();
    save.disabled = true;
    print.disabled = true;
    picture.ariaBusy = "true";
    timer = setTimeout(() => void show(), IDLE);
  }

  /** Resolves to the poster in a format, or to undefined after it has shown why there is none. */
  async function draw(format: "pdf" | "svg", signal?: AbortSignal): Promise<Blob | undefined> {
    const { data, payload, rawOptions, issues } = readState(store.state);
    if (data === undefined || !payload) return fail(nextStep(readState(store.state)));
    if (issues.length > 0) return fail(text("settingInvalid"));
    // The service worker draws on this device. Nothing is sent to a server.
    const worker = await offline;
    if (signal?.aborted) return undefined;
    if (!worker) return fail(text("printNeedsWorker"));
    const input = {
      ...rawOptions,
      ...{ data, format, paper: paper.value, orientation: orientation.value },
      ...{ headline: headline.value.trim(), hint: hint.value.trim() },
      details: detailsOf(payload),
    } as PosterInput;
    try {
      const { body, contentType } = await serviceFor(true).drawPoster(input, signal && { signal });
      if (signal?.aborted) return undefined;
      setText(fault, "");
      return new Blob([body], { type: contentType });
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!(error instanceof QrError)) throw error;
      return fail(text("posterFailed", { reason: inLabels(error) }));
    }
  }

  async function show(): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    setText(status, text("drawing"));
    const drawn = await draw("svg", signal);
    if (signal.aborted) return;
    setText(status, "");
    if (!drawn) return;
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(drawn);
    picture.hidden = false;
    picture.ariaBusy = "false";
    save.disabled = false;
    print.disabled = false;
  }

  function fail(reason: string): undefined {
    setText(fault, reason);
    setText(status, "");
    picture.hidden = true;
  }

  async function savePdf(): Promise<void> {
    const drawn = await draw("pdf");
    if (!drawn) return;
    // A fixed name, because the file name must not reveal the content.
    download(drawn, "poster.pdf");
    announce(text("downloaded", { format: "PDF" }));
  }

  function printPoster(): void {
    for (const old of document.querySelectorAll(".sheet")) old.remove();
    const name = orientation.value === "landscape" ? `${paper.value}-landscape` : paper.value;
    const leaf = el("img", { src: picture.src, alt: "" });
    // Browsers apply named pages to blocks, not to images.
    const sheet = el("div", { class: "sheet", "aria-hidden": "true" }, el("div", { class: `whole ${name}` }, leaf));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    leaf.decode().then(
      () => sheet.isConnected && window.print(),
      () => {
        sheet.remove();
        fail(text("posterFailed", { reason: text("codeFailed") }));
      },
    );
  }

  return el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "fields" },
      wide(field(text("posterHeadline"), headline)),
      wide(field(text("posterHintField"), hint)),
      field(text("paperSize"), paper),
      field(text("posterShape"), orientation),
    ),
    el("p", { class: "about" }, text("posterPrivacy")),
    picture,
    status,
    fault,
    el("div", { class: "row" }, save, print),
  );
}

function choices(id: string, names: readonly string[], labelOf: (name: string) => string): HTMLSelectElement {
  return el(
    "select",
    { id: uniqueId(id) },
    ...names.map((value) => el("option", { value, selected: value === "A4" }, labelOf(value))),
  );
}

function wide(element: HTMLElement): HTMLElement {
  element.classList.add("wide");
  return element;
}

/** Returns what the code does for who scans it. */
function invitationTo({ kind }: Payload): string {
  const id = kind === "vcard" || kind === "mecard" ? "invite.contact" : `invite.${kind}`;
  return isTextId(id) ? text(id) : "";
}

/** Returns what people can read and type: the password of a network, or the fields of a contact or an event. */
function detailsOf({ kind, title, fields }: Payload): NonNullable<PosterInput["details"]> {
  const labelOf = ({ name, label }: PayloadField) => {
    const id = `${kind}.${name}`;
    return isTextId(id) ? text(id) : label;
  };
  const isShown = ({ shown, secret }: PayloadField) => !secret && !title.includes(shown);
  const chosen =
    kind === "wifi"
      ? fields.filter(({ name }) => name === "password")
      : READABLE.includes(kind)
        ? fields.filter(isShown).slice(0, MOST)
        : [];
  return chosen.map((one) => {
    // Each character of a password counts.
    const value = one.secret ? one.shown : excerpt(one.shown.replace(/\s+/gu, " ").trim(), 200);
    return { label: labelOf(one), value, exact: one.secret };
  });
}

/** Returns the first `most` characters of a text. */
function excerpt(words: string, most: number): string {
  return [...words].slice(0, most).join("");
}
