import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toMatrix } from "../../src/index.ts";
import { label } from "../labels.ts";
import { openView, usePlayground } from "./playground-page.ts";

const TEXT = "https://example.org/seen/through/the/camera";

/** Returns a video that shows a QR code in grey on grey, as cameras see it. In YUV4MPEG2, a frame has the luma of every
 *  pixel, followed by two planes of chroma with a quarter as many values each. */
function videoOf(text: string, width: number, height: number): Buffer {
  const { modules, size } = toMatrix(text);
  const scale = Math.floor(height / (size + 16));
  const [left, top] = [width, height].map((length) => Math.floor((length - size * scale) / 2)) as [number, number];
  const luma = Buffer.alloc(width * height, 200);
  for (let y = 0; y < size * scale; y++) {
    for (let x = 0; x < size * scale; x++) {
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[(top + y) * width + left + x] = 50;
    }
  }
  const frame = [Buffer.from("FRAME\n"), luma, Buffer.alloc((width * height) / 2, 128)];
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame]);
}

const folder = mkdtempSync(join(tmpdir(), "isoqr-camera-"));
const file = join(folder, "code.y4m");
writeFileSync(file, videoOf(TEXT, 640, 480));

const playground = usePlayground(
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${file}`,
);

afterAll(() => rmSync(folder, { recursive: true }));

test("reads a code from the camera, and stops the camera", async () => {
  const { page, logs } = await playground.open("", { permissions: ["camera"] });
  await openView(page, label("readCode"));
  await page.getByRole("button", { name: label("useCamera") }).click();
  await page.getByText(TEXT).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: label("useCamera") }).waitFor();
  expect(await page.locator("video").isVisible()).toBe(false);
  expect(await page.evaluate("document.querySelector('video').srcObject")).toBeNull();
  expect(logs).toEqual([]);
  await page.context().close();
});

test("explains what to do if the camera is blocked", async () => {
  const { page } = await playground.open("", { permissions: [] });
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"))`,
  );
  await openView(page, label("readCode"));
  await page.getByRole("button", { name: label("useCamera") }).click();
  await page.getByText(label("cameraUnavailable")).waitFor();
  await page.context().close();
});

test("stops the camera when the tool is closed", async () => {
  const { page } = await playground.open("", { permissions: ["camera"] });
  await page.evaluate(`{
    const empty = document.createElement("canvas");
    const brush = empty.getContext("2d");
    setInterval(() => brush.fillRect(0, 0, 300, 150), 50);
    navigator.mediaDevices.getUserMedia = async () => (globalThis.stream = empty.captureStream(5));
  }`);
  await openView(page, label("readCode"));
  await page.getByRole("button", { name: label("useCamera") }).click();
  await page.getByRole("button", { name: label("stopCamera") }).waitFor();
  await openView(page, label("readCode"));
  await expect.poll(() => page.evaluate("stream.getTracks().map(({ readyState }) => readyState)")).toEqual(["ended"]);
  await page.context().close();
});
