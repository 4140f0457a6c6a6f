import { button, el, field, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { withSmallLogo } from "../look/logo-file.ts";
import { service } from "../picture.ts";
import type { QrError } from "../product/messages.ts";
import { encodeSymbol } from "../product/pictures.ts";
import { nextStep, readState } from "../reading.ts";
import { download } from "../stage/download.ts";
import { designOf, type Store } from "../state.ts";

/** Milliseconds to wait after a change before a card is drawn. */
const IDLE = 300;

/** Maximum length of the logo in the URL of a card. Many proxies accept only URLs of up to 8 KB. */
const MAX_LOGO = 5000;

/** Creates the view with a social card for the current QR code. */
export function createCard(store: Store): HTMLElement {
  const title = el("input", { type: "text", id: uniqueId("title"), dir: "auto", value: text("scanMe") });
  const color = el("input", { type: "color", id: uniqueId("accent"), value: "#0b3d2e" });
  const picture = el("img", { class: "card", width: 1200, height: 630, alt: text("cardPreview") });
  const errorText = el("p", { class: "fault", role: "alert" });
  const save = button(text("downloadCard"), () => card && download(card, "card.png"), {
    class: "main",
    disabled: true,
  });
  let card: Blob | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  for (const input of [title, color]) input.addEventListener("input", schedule);
  store.watch(schedule);

  /** Draws the card after a pause. The previous card stays visible until then. */
  function schedule(): void {
    clearTimeout(timer);
    running.abort();
    save.disabled = true;
    picture.ariaBusy = "true";
    timer = setTimeout(() => void draw(), IDLE);
  }

  async function draw(): Promise<void> {
    const reading = readState(store.state);
    const { data, payload } = reading;
    running = new AbortController();
    const { signal } = running;
    if (data === undefined) return show(undefined, nextStep(reading));
    if (payload?.secret) return show(undefined, text("cardSecret"));
    try {
      // Throws if the text is too long, which avoids a request.
      encodeSymbol(data, { ec: "L" });
      const heading = title.value.trim();
      const card = { data, color: color.value.slice(1), ...(heading !== "" && { title: heading }) };
      // The design is a single parameter, because a separate `color` would be the accent colour.
      const design = JSON.stringify(await withSmallLogo(designOf(store.state), MAX_LOGO));
      const { body } = await service.generateOgImage({ ...card, ...(design !== "{}" && { design }) }, { signal });
      if (!signal.aborted) show(new Blob([body], { type: "image/png" }));
    } catch (error) {
      if (!signal.aborted) show(undefined, text("cardFailed", { reason: inLabels(error as QrError) }));
    }
  }

  function show(drawn: Blob | undefined, error = ""): void {
    setText(errorText, error);
    URL.revokeObjectURL(picture.src);
    card = drawn;
    picture.hidden = !drawn;
    picture.ariaBusy = "false";
    save.disabled = !drawn;
    if (drawn) picture.src = URL.createObjectURL(drawn);
  }

  return el(
    "div",
    { class: "stack" },
    el("div", { class: "fields" }, field(text("cardTitle"), title), field(text("accentColor"), color)),
    picture,
    errorText,
    save,
  );
}
