import { chromiumPath } from "./chromium.ts";

/** Unpacks the Chromium from npm before the first test file runs, unless tests use another Chromium. Otherwise,
 *  concurrent test files could start a browser that is only partly unpacked. */
export default async function unpackChromium(): Promise<void> {
  if (chromiumPath) return;
  const { default: packed } = await import("@sparticuz/chromium");
  await packed.executablePath();
}
