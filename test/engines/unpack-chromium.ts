import { chromiumPath } from "./chromium.ts";

/** Unpacks the Chromium of npm before the first test file runs, if no other is installed. Otherwise two concurrent
 *  files could start an incomplete one. */
export default async function unpackChromium(): Promise<void> {
  if (chromiumPath) return;
  const { default: packed } = await import("@sparticuz/chromium");
  await packed.executablePath();
}
