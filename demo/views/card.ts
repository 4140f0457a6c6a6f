import { encodeSymbol } from "../../src/core/core.ts";
import type { QrError } from "../../src/errors.ts";
import { el, field, freshId, setWords } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { service } from "../picture.ts";
import { readState, whatToDoFirst } from "../reading.ts";
import { download } from "../stage/download.ts";
import type { Store } from "../state.ts";

/** Milliseconds without a change after which a card is drawn. */
const IDLE = 300;

/** A social card with the current code. */
export function createCard(store: Store): HTMLElement {
  const title = el("input", { type: "text", id: freshId("title"), maxlength: 200, dir: "auto", value: "Scan me" });
  const color = el("input", { type: "color", id: freshId("accent"), value: "#0b3d2e" });
  const picture = el("img", { class: "card", width: 1200, height: 630, alt: "The card, as it will be" });
  const fault = el("p", { class: "fault", role: "alert" });
  const save = el("button", { type: "button", class: "main", disabled: true }, "Download card");
  let card: Blob | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  for (const input of [title, color]) input.addEventListener("input", later);
  save.addEventListener("click", () => card && download(card, "card.png"));
  store.watch(later);

  function later(): void {
    clearTimeout(timer);
    // Until then the previous card stays visible.
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
    const secret = payload?.secret === true;
    if (data === undefined || secret) {
      setWords(fault, secret ? "This holds a secret, and cards are for everybody" : whatToDoFirst(reading));
      return show(undefined);
    }
    try {
      // A text that is too long is refused here, without a request.
      encodeSymbol(data, { ec: "L" });
      const words = {
        data,
        color: color.value.slice(1),
        ...(title.value.trim() !== "" && { title: title.value.trim() }),
      };
      const { body } = await service.generateOgImage(words, { signal });
      if (signal.aborted) return;
      setWords(fault, "");
      show(new Blob([body], { type: "image/png" }));
    } catch (error) {
      if (signal.aborted) return;
      setWords(fault, `No card: ${inLabels(error as QrError)}`);
      show(undefined);
    }
  }

  function show(made: Blob | undefined): void {
    URL.revokeObjectURL(picture.src);
    card = made;
    picture.hidden = !made;
    picture.ariaBusy = "false";
    save.disabled = !made;
    if (made) picture.src = URL.createObjectURL(made);
  }

  return el(
    "div",
    { class: "stack" },
    el("div", { class: "fields" }, field("Title", title), field("Accent", color)),
    picture,
    fault,
    save,
  );
}
