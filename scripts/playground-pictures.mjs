import { execSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

// Takes the screenshots for the README and docs/share-pages.md: of the playground in build/demo, and of a share page.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
execSync("node scripts/build.mjs playground", { cwd: path("."), stdio: "inherit" });
const vite = await createServer({
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true },
  appType: "custom",
});
const { launchChromium } = await vite.ssrLoadModule(path("test/engines/chromium.ts"));
const { serveFiles } = await vite.ssrLoadModule(path("test/e2e/playground-site.ts"));
const { startServer } = await vite.ssrLoadModule(path("src/runtime/node.ts"));

const SHOWN =
  "#kind=url&.url=https://rooftop.example/concert&color=0b3d2e&dotStyle=extra-rounded&size=512&logoSize=0.15&logoMargin=4";
const WIFI = "WIFI:T:WPA;S:Café Vogelsang;P:espresso+cake;;";

/** WebP quality, 0 to 1. Low, because the npm package includes the README's screenshot. */
const QUALITY = 0.15;
/** The scale of the README's screenshot, which shares a line with another image. */
const README_SCALE = 0.65;

const site = await serveFiles();
const server = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" });
const browser = await launchChromium();

/** Writes a screenshot of the viewport of `page` to `name` as WebP. Chromium itself only supports PNG and JPEG. */
async function capture(page, name, scale = 1) {
  const png = (await page.screenshot()).toString("base64");
  const blank = await browser.newPage();
  const webp = await blank.evaluate(
    async ([data, quality, scale]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const [width, height] = [image.width * scale, image.height * scale];
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", quality).replace(/^.*,/, "");
    },
    [png, QUALITY, scale],
  );
  await blank.close();
  writeFileSync(path(name), Buffer.from(webp, "base64"));
}

mkdirSync(path("docs/share-page"), { recursive: true });
const created = await fetch(`${server.url}/api/i?data=${encodeURIComponent(WIFI)}`);
const { url: sharePage } = await created.json();
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ viewport: { width: 1160, height: 680 }, colorScheme });
  const page = await context.newPage();
  if (colorScheme === "light") {
    await page.goto(site.url + SHOWN);
    await page.locator("#ready:not(:empty)").waitFor();
    await page.getByLabel("Choose a logo").setInputFiles(path("docs/logos/leaf.svg"));
    await page.getByText(/^Grade [A-F]/).waitFor();
    await page.locator("#announcement:empty").waitFor({ state: "attached" });
    await capture(page, "docs/playground.webp", README_SCALE);
  }
  await page.setViewportSize({ width: 1080, height: 640 });
  await page.goto(sharePage);
  await capture(page, `docs/share-page/${colorScheme}.webp`);
  await context.close();
}
await browser.close();
await server.close();
await site.close();
await vite.close();
