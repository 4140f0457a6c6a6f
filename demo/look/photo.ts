import { button, el, field, fileButton, setText, uniqueId } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { offline } from "../offline/offline.ts";
import { fetchOnDevice, hasServer } from "../picture.ts";
import { localeOf } from "../product/languages.ts";
import { QrError } from "../product/messages.ts";
import { createClient } from "../product/service.ts";
import { nextStep, readState } from "../reading.ts";
import { download } from "../stage/download.ts";
import type { Store } from "../state.ts";
import { LogoRefusal, readLogoFile } from "./logo-file.ts";

/** Milliseconds that a search for the best strength may take on a slow phone. */
const PATIENCE = 180_000;

const settings = { baseUrl: new URL(".", location.href), timeout: PATIENCE };
const service = createClient(settings);
const device = createClient({ ...settings, fetch: fetchOnDevice });

type PhotoCode = Awaited<ReturnType<typeof service.drawPictureCode>>;

/** Milliseconds to wait after a change of the strength before a code is drawn. */
const IDLE = 150;

/** Distance between two strengths of the slider, in percent. */
const STEP = 5;

const LOOKS = { photo: "lookPhoto", halftone: "lookHalftone" } as const;

/** Creates the controls that turn a photo into a code with the current content. The slider ends at the greatest strength with
 *  grade B. A search takes seconds, and costs a client of a server with limits a part of its minute, so a change of the content
 *  only marks the code as outdated. */
export function createPhoto(store: Store): HTMLElement {
  const fault = el("p", { class: "fault", role: "alert" });
  const chooser = fileButton(text("choosePhoto"), "image/*", (file) => void open(file));
  const zone = el("div", { class: "drop" }, ...chooser, el("span", { class: "about" }, text("dropPhoto")));
  const picture = el("img", { class: "photo", width: 600, height: 600, alt: text("photoCodeAlt"), hidden: true });
  const slider = el("input", { type: "range", id: uniqueId("strength"), min: 0, step: STEP, value: 0 });
  const [plain, strong] = [el("span", {}, text("photoAsCode")), el("span", {}, text("option.picture"))];
  const ends = el("div", { class: "row about", "aria-hidden": "true" }, plain, strong);
  const look = el(
    "select",
    { id: uniqueId("photo-look") },
    ...Object.entries(LOOKS).map(([value, label]) => el("option", { value }, text(label))),
  );
  const status = el("p", { class: "about", role: "status" });
  const note = el("p", { class: "about" });
  const again = button(text("drawAgain"), () => redraw(), { hidden: true });
  const save = button(text("download", { format: "PNG" }), () => shown && download(fileOf(shown), "photo-code.png"), {
    class: "main",
  });
  const controls = el(
    "div",
    { class: "stack", hidden: true },
    picture,
    status,
    note,
    again,
    field(text("option.strength"), slider, ends),
    field(text("photoLook"), look),
    save,
  );
  /** The photo as a data URI. */
  let photo: string | undefined;
  let shown: PhotoCode | undefined;
  /** The codes that were drawn for the current photo, content and look, by strength in percent. */
  const drawn = new Map<number, PhotoCode>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();
  let content: string | undefined;
  /** Number of chosen files so far. A large file may be read after a small one that was chosen later. */
  let opened = 0;

  zone.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    void open(file);
  });
  slider.addEventListener("input", () => {
    slider.ariaValueText = percentOf(Number(slider.value));
    stop();
    timer = setTimeout(() => void draw(), IDLE);
  });
  look.addEventListener("change", search);
  store.watch((state) => {
    const { data } = readState(state);
    if (data === content) return;
    content = data;
    outdate();
  });

  async function open(file: File): Promise<void> {
    setText(fault, "");
    const turn = ++opened;
    try {
      const { data } = await readLogoFile(file);
      if (turn !== opened) return;
      photo = data;
      search();
    } catch (error) {
      if (turn !== opened) return;
      if (!(error instanceof LogoRefusal)) throw error;
      setText(fault, error.message);
    }
  }

  /** Searches for the best strength, because the photo or the look has changed. */
  function search(): void {
    outdate();
    if (photo !== undefined) redraw();
  }

  /** Marks the code as outdated. The next one needs a search. */
  function outdate(): void {
    drawn.clear();
    slider.disabled = true;
    if (photo === undefined) return;
    stop();
    setText(fault, "");
    setText(note, "");
    setText(status, text("photoOutdated"));
    again.hidden = false;
  }

  /** Ends the current drawing. The previous code stays visible. */
  function stop(): void {
    clearTimeout(timer);
    running.abort();
    controls.hidden = false;
    save.disabled = true;
    picture.ariaBusy = "true";
  }

  function redraw(): void {
    stop();
    void draw();
  }

  async function draw(): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    setText(fault, "");
    again.hidden = true;
    const isSearch = slider.disabled;
    const percent = Number(slider.value);
    const known = isSearch ? undefined : drawn.get(percent);
    if (known) return show(known);
    const reading = readState(store.state);
    const { data, payload } = reading;
    if (data === undefined) return fail(nextStep(reading));
    setText(status, text(isSearch ? "photoSearching" : "drawing"));
    // Without a server, the service worker draws the code. A secret must not be sent to a server.
    const isSecret = payload?.secret === true;
    const worker = isSecret || !hasServer ? await offline : undefined;
    if (signal.aborted) return;
    if (isSecret && !worker) return fail(text("photoSecret"));
    try {
      const options = { data, picture: photo as string, look: look.value as keyof typeof LOOKS };
      const given = isSearch ? options : { ...options, strength: percent / 100 };
      const code = await (isSecret ? device : service).drawPictureCode(given, { signal });
      if (signal.aborted) return;
      const found = Math.round(100 * code.strength);
      drawn.set(found, code);
      if (isSearch) {
        slider.max = String(Math.max(STEP, found));
        slider.value = String(found);
        slider.ariaValueText = percentOf(found);
        slider.disabled = false;
      }
      show(code);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof QrError)) throw error;
      fail(text("photoFailed", { reason: inLabels(error) }));
    }
  }

  function show(code: PhotoCode): void {
    shown = code;
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(fileOf(code));
    picture.hidden = false;
    picture.ariaBusy = "false";
    save.disabled = false;
    setText(status, verdictOf(code));
    setText(note, noteOn(code, Math.round(100 * code.strength) === Number(slider.max)));
  }

  function fail(message: string): void {
    setText(status, "");
    setText(note, "");
    setText(fault, message);
    again.hidden = false;
  }

  return el("div", { class: "stack" }, el("p", { class: "about" }, text("photoHint")), zone, fault, controls);
}

function fileOf({ png }: PhotoCode): Blob {
  return new Blob([png], { type: "image/png" });
}

function percentOf(percent: number): string {
  return (percent / 100).toLocaleString(localeOf(document.documentElement.lang), { style: "percent" });
}

function verdictOf({ scan }: PhotoCode): string {
  if (!scan) return text("noScanGrade");
  const { grade } = scan;
  return text("gradeVerdict", { grade, description: text(`grade.${grade}`) });
}

/** Returns a note on the code, or "" without one. `isBest` is true for the code that the search has found. */
function noteOn({ scan, finderLike }: PhotoCode, isBest: boolean): string {
  if (finderLike) return text("photoMisleads");
  return isBest && scan && scan.grade > "B" ? text("photoWeak") : "";
}
