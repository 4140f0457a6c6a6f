import { isFull } from "../sweep.ts";
import { chromiumPath, startChromium } from "./chromium.ts";
import type { Engine, Look } from "./engine.ts";
import { firefoxPath, startFirefox } from "./firefox.ts";
import { startWebKit, webkitPaths } from "./webkit.ts";

export type { Engine, EnginePage, Look } from "./engine.ts";

/** The browsers in which a test of pages runs: Chromium or, with BROWSERS=all, every installed browser. */
export const engines: readonly (readonly [name: string, start: (look?: Look) => Promise<Engine>])[] = [
  ["Chromium", startChromium],
  ...(process.env.BROWSERS === "all" ? others() : []),
];

/** Returns how many of `count` pictures a test compares: all of them in `npm run test:full`, and otherwise a fifth. */
export const sweep = (count: number): number => (isFull ? count : count / 5);

/** The browsers that can install web extensions. The Chromium from npm does not support them, and WebKitGTK supports
 *  only another kind. */
export const extensible = engines.filter(([name]) => name === "Firefox" || (name === "Chromium" && chromiumPath));

function others(): (readonly [string, (look?: Look) => Promise<Engine>])[] {
  const [firefox, webkit] = [firefoxPath, webkitPaths];
  return [
    ...(firefox ? [["Firefox", (look?: Look) => startFirefox(firefox, look)] as const] : []),
    ...(webkit ? [["WebKit", (look?: Look) => startWebKit(webkit, look)] as const] : []),
  ];
}
