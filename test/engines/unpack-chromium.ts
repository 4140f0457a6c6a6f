import { chromiumPath } from "./chromium.ts";

/** Unpacks the Chromium from npm before the first test file runs, unless tests use another one. Two concurrent files
 *  could otherwise start a partly unpacked browser. */
export default async function unpackChromium(): Promise<void> {
  if (chromiumPath) return;
  const { default: packed } = await import("@sparticuz/chromium");
  await packed.executablePath();
}
