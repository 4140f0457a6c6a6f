import { detect } from "../../src/payload/payload.ts";
import { formFor } from "../content/pasted.ts";
import { announce, button, el, fileButton } from "../dom.ts";
import { kindLabel } from "../labels.ts";
import type { Store } from "../state.ts";
import { openPicture, readCode } from "./decode.ts";

/** Milliseconds between the camera frames to decode. */
const FRAME_INTERVAL = 200;

const UNREADABLE = Symbol("unreadable file");

async function textIn(file: File): Promise<string | undefined> {
  const bitmap = await openPicture(file);
  const text = await readCode(bitmap);
  bitmap.close();
  return text;
}

/** Reads a QR code from a file or the camera, shows its content, and offers to copy it to the form. Nothing leaves the
 *  page. */
export function createScan(store: Store): HTMLElement {
  const camera = button("Use camera", () => (stream ? stop() : look()));
  const video = el("video", { playsinline: true, hidden: true, "aria-label": "Camera preview" });
  const outcome = el("div", { class: "outcome", role: "status" });
  camera.hidden = !navigator.mediaDevices;
  video.muted = true;
  let stream: MediaStream | undefined;
  /** The number of files opened and of camera starts so far. If it changes while a file is being read, the result is
   *  discarded. */
  let attempts = 0;

  async function readFile(file: File): Promise<void> {
    attempts += 1;
    const attempt = attempts;
    const text = await textIn(file).catch(() => UNREADABLE);
    if (attempt !== attempts) return;
    if (typeof text !== "symbol") show(text);
    else showError("This file can't be read. Choose a photo, a screenshot or a simple SVG of at most 4 MB");
  }

  async function look(): Promise<void> {
    attempts += 1;
    camera.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return showError("The camera is not available. Allow camera access in your browser, or choose an image");
    } finally {
      camera.disabled = false;
    }
    outcome.replaceChildren();
    camera.textContent = "Stop camera";
    video.srcObject = stream;
    video.hidden = false;
    try {
      await video.play();
      const text = await firstText();
      if (text !== undefined) show(text);
    } catch {
      showError("The camera image can't be read. Choose an image instead");
    }
    stop();
  }

  /** Resolves to the text of the first QR code that the camera detects, or to undefined if the camera is stopped or the
   *  view is closed before that. */
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
    camera.textContent = "Use camera";
  }

  function showError(message: string): void {
    outcome.replaceChildren(el("p", { class: "fault" }, message));
  }

  function show(text: string | undefined): void {
    if (text === undefined) {
      showError("No QR code found. Make sure that the whole code and some space around it are visible");
      return;
    }
    announce("QR code found");
    const { kind: name, label, fields } = detect(text);
    const copy = () => {
      const { kind, values } = formFor(text);
      store.change({ kind, forms: { ...store.state.forms, [kind]: values } });
      announce("Content copied to the form");
    };
    const items = fields.map(({ label: term, shown, secret }) =>
      el("div", {}, el("dt", {}, term), el("dd", { dir: "auto" }, secret ? covered(shown) : shown)),
    );
    outcome.replaceChildren(
      el("h3", {}, kindLabel({ name, label })),
      el("dl", {}, ...items),
      button("Copy to form", copy),
    );
  }

  const choose = fileButton("Choose image", "image/*", readFile);
  return el("div", { class: "stack" }, el("div", { class: "row start" }, ...choose, camera), video, outcome);
}

/** Hides a secret behind a button. */
function covered(secret: string): HTMLElement {
  return el("details", {}, el("summary", {}, "Show"), el("span", {}, secret));
}
