import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { check, HOST } from "./parts.mjs";

const CODES = 300;

/** Starts Chromium: CHROMIUM_PATH, or the one from npm. */
export async function startBrowser(port) {
  const installed = [process.env.CHROMIUM_PATH].find((path) => path && existsSync(path));
  const executablePath = installed ?? (await (await import("@sparticuz/chromium")).default.executablePath());
  const flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--ignore-certificate-errors"];
  return chromium.launch({ executablePath, args: [...flags, `--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}`] });
}

/** Checks that a page of 300 different codes, loaded over HTTP/2, has no broken image. */
export async function checkPage(name, { port }) {
  const browser = await startBrowser(port);
  try {
    const page = await browser.newPage();
    await page.goto(`https://${HOST}/healthz`);
    const seen = await page.evaluate(
      async ({ count, name }) => {
        const images = Array.from({ length: count }, (_, at) => {
          const image = new Image(64, 64);
          const settled = new Promise((resolve) => {
            image.onload = () => resolve(true);
            image.onerror = () => resolve(false);
          });
          image.src = `/api/qr?data=${name}-page-${at}&size=64`;
          document.body.append(image);
          return settled;
        });
        const loaded = await Promise.all(images);
        const [navigation] = performance.getEntriesByType("navigation");
        return { broken: loaded.filter((isLoaded) => !isLoaded).length, protocol: navigation.nextHopProtocol };
      },
      { count: CODES, name },
    );
    check(
      `${name}: Chromium shows ${CODES} codes on one page over HTTP/2`,
      seen.broken === 0 && seen.protocol === "h2",
      seen,
    );
  } finally {
    await browser.close();
  }
}
