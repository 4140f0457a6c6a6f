import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { closeSharedChromium, launchChromium, sharedChromium } from "../engines/chromium.ts";
import type { Engine } from "../engines/engine.ts";
import { startSite } from "../engines/site.ts";

/** Starts a resource before the tests of a file or group, and closes it after them. Returns a proxy for the resource,
 *  which throws outside of tests and hooks. */
export function use<T extends object>(start: () => Promise<T>, end: (started: T) => unknown): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  }, 60_000);
  afterAll(async () => {
    if (started) await end(started);
    started = undefined;
  });
  const current = (): T => {
    if (!started) throw new Error("only available in tests and hooks");
    return started;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(current(), key);
      return typeof value === "function" ? value.bind(current()) : value;
    },
    set: (_, key, value) => Reflect.set(current(), key, value),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => ({ ...Reflect.getOwnPropertyDescriptor(current(), key), configurable: true }),
  });
}

/** The maximum time, in milliseconds, that a healthy browser takes to close its contexts. */
const PATIENCE = 20_000;

/** Starts a Chromium for the tests of a file. All files of a worker share one browser, and the contexts of a file are
 *  closed after its tests. If the browser crashes or hangs, the tests of that file fail and the next file gets a new
 *  browser. With `flags`, the file gets a separate browser that has these flags. */
export function useBrowser(...flags: readonly string[]): Browser {
  if (flags.length > 0) {
    return use(
      () => launchChromium(...flags),
      (browser) => browser.close(),
    );
  }
  return use(sharedChromium, async (browser) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), PATIENCE);
    });
    const closed = Promise.all(browser.contexts().map((context) => context.close())).catch(() => "late" as const);
    if ((await Promise.race([closed, late])) === "late") await closeSharedChromium();
    clearTimeout(timer);
  });
}

/** Starts a browser for the tests of a file or group, and closes it after them. */
export function useEngine(start: () => Promise<Engine>): Engine {
  return use(start, (engine) => engine.close());
}

/** Serves the built package under every Content-Security-Policy during the tests of a file. */
export function useSite(): Awaited<ReturnType<typeof startSite>> {
  return use(startSite, (site) => site.close());
}
