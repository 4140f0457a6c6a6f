import { chromiumPath } from "./chromium.ts";

/** Unpacks the Chromium of npm, where no other is installed, before the first file of tests runs: two files that come to it
 *  at once would start what is still being written. */
export default async function unpackChromium(): Promise<void> {
  if (chromiumPath) return;
  const { default: packed } = await import("@sparticuz/chromium");
  await packed.executablePath();
}
