import { button, el, fileButton } from "../dom.ts";
import { text } from "../languages/text.ts";
import type { Store } from "../state.ts";
import { readCodes, readCodesIn } from "./decode.ts";
import { showCodes } from "./found-codes.ts";

/** Milliseconds between the camera frames to decode. */
const FRAME_INTERVAL = 200;

/** Reads QR codes from a file or the camera, shows their content, and offers to open it, to copy it, or to copy it to the
 *  form. Nothing leaves the page. */
export function createScan(store: Store): HTMLElement {
  const camera = button(text("useCamera"), () => (stream ? stop() : look()));
  const video = el("video", { playsinline: true, hidden: true, "aria-label": text("cameraPreview") });
  const outcome = el("div", { class: "outcome", role: "status" });
  camera.hidden = !navigator.mediaDevices;
  video.muted = true;
  let stream: MediaStream | undefined;
  /** Number of opened files and of camera starts so far. If it changes while a file is being read, the result is outdated. */
  let attempts = 0;

  async function readFile(file: File): Promise<void> {
    attempts += 1;
    const attempt = attempts;
    const texts = await readCodesIn(file).catch(() => undefined);
    if (attempt !== attempts) return;
    if (texts) showCodes(store, outcome, texts);
    else showError(text("fileUnreadable"));
  }

  async function look(): Promise<void> {
    attempts += 1;
    camera.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return showError(text("cameraUnavailable"));
    } finally {
      camera.disabled = false;
    }
    outcome.replaceChildren();
    camera.textContent = text("stopCamera");
    video.srcObject = stream;
    video.hidden = false;
    try {
      await video.play();
      const texts = await firstTexts();
      if (texts) showCodes(store, outcome, texts);
    } catch {
      showError(text("cameraUnreadable"));
    }
    stop();
  }

  /** Resolves to the texts of the first QR codes that the camera detects, or to undefined if the camera is stopped or the
   *  view is closed before that. */
  async function firstTexts(): Promise<readonly string[] | undefined> {
    while (stream && video.isConnected && !video.closest("[hidden]")) {
      const texts = await readCodes(video);
      if (texts.length > 0) return texts;
      await new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL));
    }
    return undefined;
  }

  function stop(): void {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.srcObject = null;
    video.hidden = true;
    camera.textContent = text("useCamera");
  }

  function showError(message: string): void {
    outcome.replaceChildren(el("p", { class: "fault" }, message));
  }

  const choose = fileButton(text("chooseImage"), "image/*", readFile);
  return el("div", { class: "stack" }, el("div", { class: "row start" }, ...choose, camera), video, outcome);
}
