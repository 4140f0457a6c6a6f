import { execSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

// Takes the pictures of the playground that the README shows, of the build in build/demo.

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

const SHOWN =
  "#kind=url&.url=https://rooftop.example/concert&color=0b3d2e&dotStyle=extra-rounded&size=512&logoSize=0.15&logoMargin=4";

const site = await serveFiles();
const browser = await launchChromium();
mkdirSync(path("docs/playground"), { recursive: true });
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 880 }, colorScheme });
  const page = await context.newPage();
  await page.goto(site.url + SHOWN);
  await page.getByText("works without a network").waitFor();
  await page.getByLabel("Choose a logo").setInputFiles(path("docs/logos/leaf.svg"));
  await page.getByText(/^Grade [A-F]/).waitFor();
  await page.locator("#said:empty").waitFor({ state: "attached" });
  await page.screenshot({ path: path(`docs/playground/${colorScheme}.png`) });
  await context.close();
}
await browser.close();
await site.close();
await vite.close();
