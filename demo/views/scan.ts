import { detect, url } from "../../src/payload/payload.ts";
import { announce, el, freshId } from "../dom.ts";
import { kindOf, readState } from "../reading.ts";
import type { FormWords, State, Store } from "../state.ts";
import { openPicture, readCode } from "./decode.ts";

/** Milliseconds between two frames of the camera. */
const FRAME_INTERVAL = 200;

const NO_PICTURE = Symbol("no picture");

async function textIn(file: File): Promise<string | undefined> {
  const bitmap = await openPicture(file);
  const text = await readCode(bitmap);
  bitmap.close();
  return text;
}

/** Reads a code from a file or the camera, shows its content and fills in the form with it. Nothing leaves the page. */
export function createScan(store: Store): HTMLElement {
  const file = el("input", { type: "file", accept: "image/*", id: freshId("check"), class: "covered" });
  const camera = el("button", { type: "button" }, "Use the camera");
  const video = el("video", { playsinline: true, hidden: true, "aria-label": "What the camera sees" });
  const outcome = el("div", { class: "outcome", role: "status" });
  camera.hidden = !navigator.mediaDevices;
  video.muted = true;
  let stream: MediaStream | undefined;
  /** Counts files, so that the result of a slow one is not shown for the next. */
  let turn = 0;

  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    turn += 1;
    const mine = turn;
    const text = await textIn(chosen).catch(() => NO_PICTURE);
    if (mine !== turn) return;
    if (typeof text !== "symbol") return show(text);
    complain(
      "This is no picture that can be read: choose a photo, a screenshot, or an SVG of plain shapes and at most 4 MB",
    );
  });
  camera.addEventListener("click", () => void (stream ? stop() : look()));

  async function look(): Promise<void> {
    turn += 1;
    camera.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return complain("The camera cannot be used: allow it in the browser, or choose a picture");
    } finally {
      camera.disabled = false;
    }
    outcome.replaceChildren();
    camera.textContent = "Stop the camera";
    video.srcObject = stream;
    video.hidden = false;
    try {
      await video.play();
      const text = await firstText();
      if (text !== undefined) show(text);
    } catch {
      complain("The picture of the camera cannot be read: choose a picture instead");
    }
    stop();
  }

  /** Resolves to the first text that the camera sees; undefined once it is stopped or its view is closed. */
  async function firstText(): Promise<string | undefined> {
    while (stream && video.isConnected && !video.closest("[hidden]")) {
      const text = await readCode(video);
      if (text !== undefined) return text;
      await new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL));
    }
    return undefined;
  }

  function stop(): void {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.srcObject = null;
    video.hidden = true;
    camera.textContent = "Use the camera";
  }

  function complain(message: string): void {
    outcome.replaceChildren(el("p", { class: "fault" }, message));
  }

  function show(text: string | undefined): void {
    if (text === undefined) {
      complain("No QR code was found: let the whole code be in the picture, with some ground round it");
      return;
    }
    announce("A code was read");
    const { label, fields } = detect(text);
    const again = el("button", { type: "button" }, "Make this code");
    again.addEventListener("click", () => {
      const { kind, words } = formFor(text);
      store.change({ kind, forms: { ...store.state.forms, [kind]: words } });
      announce("The form above has what was read, to the letter");
    });
    outcome.replaceChildren(
      el("h3", {}, label),
      el(
        "dl",
        {},
        ...fields.map(({ label: name, shown, secret }) =>
          el("div", {}, el("dt", {}, name), el("dd", { dir: "auto" }, secret ? covered(shown) : shown)),
        ),
      ),
      again,
    );
  }

  return el(
    "div",
    { class: "stack" },
    el("div", { class: "row start" }, file, el("label", { for: file.id, class: "button" }, "Choose a picture"), camera),
    video,
    outcome,
  );
}

/** Hides a secret until it is asked for. */
function covered(secret: string): HTMLElement {
  return el("details", {}, el("summary", {}, "Show"), el("span", {}, secret));
}

/** Returns the form that encodes `text` again: of its kind if the meaning stays the same, otherwise a URL or plain text. */
export function formFor(text: string): Pick<State, "kind"> & { readonly words: FormWords } {
  for (const kind of [detect(text).kind, url.name]) {
    // Parts that are never shown still count, such as the version of a contact card.
    const words = kindOf(kind).parse(text) as FormWords | undefined;
    if (!words) continue;
    const { data } = readState({ kind, forms: { [kind]: words }, look: {} });
    if (data !== undefined && meaning(data) === meaning(text)) return { kind, words };
  }
  return { kind: "text", words: { text } };
}

/** Normalizes differences in spelling: the order of parts, line breaks, empty parts, the case of names, backslashes and
 *  percent-encoding. Two texts with equal fields and equal normal forms mean the same. */
function meaning(text: string): string {
  return text
    .replace(/^(?:WIFI|MECARD):/i, "$&;")
    .split(/[\r\n;&?]+/)
    .map((part) =>
      decoded(part.replace(/\\([\s\S])/g, "$1")).replace(/^[A-Z-]+(?=[:=])/i, (name) => name.toUpperCase()),
    )
    .filter((part) => !/^(?:[A-Z-]+[:=])?$/.test(part))
    .sort()
    .join("\n");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
