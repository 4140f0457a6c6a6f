import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { draw } from "../../src/runtime/library.ts";
import { logoFile } from "../logo/logos.ts";
import { useScriptTag } from "./element-page.ts";
import { createSite } from "./sw-site.ts";
import { use, useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const shots = process.env.SHOTS;
const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const require = createRequire(import.meta.url);

const browser = useBrowser();
const tag = useScriptTag();
/** A site with the files of isoqr-offline in its root, fonts for Arabic and for typefaces, and the package in /lib. */
const site = use(
  async () => {
    const started = await createSite();
    started.route = ({ url = "" }, response) => {
      const [, name] = /^\/lib\/([\w.-]+\.js)$/.exec(url) ?? [];
      const [, font] =
        /^\/isoqr-[^/]+\/packages\/(@fontsource-variable\/(?:noto-sans-arabic|noto-serif|nunito)\/.+)$/.exec(url) ?? [];
      const own = { "/isoqr.js": tag.code, "/isoqr-images.js": tag.images }[url];
      const body = name ? readFileSync(join(dist, name)) : font ? readFileSync(require.resolve(font)) : own;
      if (body === undefined) return undefined;
      response.writeHead(200, { "Content-Type": font ? "font/woff2" : "text/javascript" }).end(body);
      return true;
    };
    return started;
  },
  (started) => started.leave(),
);
beforeEach(() => {
  site.requested.length = 0;
});

const data = "https://example.com/captions";
const looks = [
  { caption: "Scan me" },
  { frame: "ticket", caption: "امسح الرمز", gradient: "linear,45,1a5fb4,813d9c", eyeStyle: "circle" },
  { frame: "banner-top", caption: "Отсканируй", color: "a51d2d", size: 300 },
  { preset: "cinema", caption: "Tickets", size: 300 },
  { caption: "Menu für heute", captionFont: "rounded", captionIcon: "menu", size: 300 },
] as const;
const formats = ["png", "svg"] as const;

async function open(body = ""): Promise<{ page: Page; faults: string[] }> {
  site.files.set("/page.html", `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${body}`);
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  const faults: string[] = [];
  page.on("console", (message) => /error|warning/.test(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${site.url}/page.html`);
  return { page, faults };
}

/** Returns the pictures that the library draws in Node, as arrays of bytes. */
async function expected(): Promise<number[][]> {
  const all = looks.flatMap((look) => formats.map((format) => draw(data, { ...look, format })));
  return (await Promise.all(all)).map((picture) => [...Buffer.from(picture)]);
}

const bytesOf = `(picture) => [...(typeof picture === "string" ? new TextEncoder().encode(picture) : picture)]`;

const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
const markup = looks
  .map((look) => {
    const words = Object.entries(look).map(([name, value]) => `${kebab(name)}="${value}"`);
    return `<qr-code data="${data}" ${words.join(" ")}></qr-code>`;
  })
  .join(" ");

const rendered = `new Promise((resolve) => {
  let left = document.querySelectorAll("qr-code").length;
  document.addEventListener("qr-render", () => --left || resolve());
})`;

describe("captions in pages", () => {
  test("draw returns the bytes of a server, and loads fonts only for captions", async () => {
    const { page, faults } = await open();
    const script = (list: readonly object[]) => `import("/lib/index.js").then(async ({ draw }) => {
      const pictures = [];
      for (const look of ${JSON.stringify(list)}) {
        for (const format of ["png", "svg"]) pictures.push((${bytesOf})(await draw("${data}", { ...look, format })));
      }
      return pictures;
    })`;
    expect(await page.evaluate(script([{ frame: "plain" }]))).toHaveLength(2);
    expect(site.requested.filter((path) => /register|isoqr-0/.test(path))).toEqual([]);
    expect(await page.evaluate(script(looks))).toEqual(await expected());
    expect(faults).toEqual([]);
    await page.close();
  });

  test("a pool returns the bytes of a server", async () => {
    const { page, faults } = await open();
    const script = `import("/lib/workers.js").then(async ({ createPool }) => {
      const pool = createPool({ size: 2 });
      const looks = ${JSON.stringify(looks)};
      const draw = (look) => [pool.toPng("${data}", look), pool.toSvg("${data}", look)];
      const pictures = (await Promise.all(looks.flatMap(draw))).map(${bytesOf});
      const report = await pool.inspect({ data: "${data}", caption: "W".repeat(60) });
      pool.dispose();
      return { pictures, issues: report.issues.map(({ field }) => field) };
    })`;
    expect(await page.evaluate(script)).toEqual({ pictures: await expected(), issues: ["caption"] });
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each(["module", "script tag"])("the element shows captions with the bytes of a server: %s", async (kind) => {
    const source = kind === "module" ? `type="module" src="/lib/element-define.js"` : `src="/isoqr.js"`;
    const { page, faults } = await open(
      `${markup}<script>globalThis.all = ${rendered}</script><script ${source}></script>`,
    );
    await page.evaluate("all");
    const blobs = await page.evaluate(`Promise.all([...document.querySelectorAll("qr-code")].flatMap((code) =>
      ["png", "svg"].map(async (type) => [...new Uint8Array(await (await code.toBlob(type)).arrayBuffer())])))`);
    expect(blobs).toEqual(await expected());
    const crisp = `[...document.querySelector("qr-code").shadowRoot.querySelectorAll("[shape-rendering]")]`;
    expect(await page.evaluate(`${crisp}.map(({ localName, attributes }) => [localName, attributes.length])`)).toEqual([
      ["g", 2],
    ]);
    if (shots) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `captions-${kind.replace(" ", "-")}.png`) });
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test("an element whose caption is too long shows the error without an empty banner", async () => {
    const { page } = await open(`<qr-code data="x" caption="${"W".repeat(60)}"></qr-code>`);
    const script = `(async () => {
      const code = document.querySelector("qr-code");
      const failed = () => new Promise((resolve) => code.addEventListener("qr-error", resolve, { once: true }));
      const drawn = () => new Promise((resolve) => code.addEventListener("qr-render", resolve, { once: true }));
      const shown = () => [...code.shadowRoot.querySelectorAll("svg, [part=error]")].map(({ localName }) => localName);
      const first = failed();
      await import("/lib/element-define.js");
      await first;
      const before = shown();
      const next = drawn();
      code.setAttribute("caption", "Scan me");
      await next;
      const good = shown();
      const last = failed();
      code.setAttribute("caption", "${"M".repeat(60)}");
      await last;
      return [before, good, shown()];
    })()`;
    expect(await page.evaluate(script)).toEqual([["div"], ["svg"], ["svg", "div"]]);
    await page.close();
  });

  test("an element with a frame has its aspect ratio before and after it is drawn", async () => {
    const codes = `<style>qr-code { width: 200px }</style>${markup}<qr-code data="x" frame="rounded"></qr-code>`;
    const { page } = await open(codes);
    const measure = `[...document.querySelectorAll("qr-code")].map((code) => {
      const { width, height } = code.getBoundingClientRect();
      return [width, Math.round(height)];
    })`;
    const sizes = [
      [200, 237],
      [200, 230],
      [200, 237],
      [200, 230],
      [200, 237],
      [200, 200],
    ];
    // The queue draws elements later, so the first measurement is of empty ones.
    const script = `(async () => {
      const done = ${rendered};
      await import("/lib/element-define.js");
      const before = ${measure};
      const drawn = document.querySelectorAll("qr-code")[0].shadowRoot.querySelector("svg") !== null;
      await done;
      return { before, drawn, after: ${measure} };
    })()`;
    expect(await page.evaluate(script)).toEqual({ before: sizes, drawn: false, after: sizes });
    await page.close();
  });

  test("without the files, the element shows the code in its frame and says what is missing", async () => {
    const rule = "caption needs /none/register.js, which cannot be loaded: run isoqr-offline";
    const { page } = await open(`<qr-code data="${data}" caption="Scan me"></qr-code>`);
    const seen = await page.evaluate(`(async () => {
      const { define, useCaptionFiles } = await import("/lib/element.js");
      useCaptionFiles("/none");
      const failed = new Promise((resolve) => document.addEventListener("qr-error", ({ detail }) => resolve(detail)));
      define();
      const { message, code } = await failed;
      const shown = document.querySelector("qr-code").shadowRoot.querySelector("svg").getAttribute("viewBox");
      const { draw } = await import("/lib/index.js");
      const other = await draw("x", { caption: "Scan me" }).catch(({ message }) => message);
      useCaptionFiles(new URL("/", location.href));
      const { length } = await draw("x", { caption: "Scan me" });
      return { message, code, shown, other, drawn: length > 500 };
    })()`);
    const message = expect.stringContaining(rule);
    expect(seen).toEqual({ message, code: "NOT_SUPPORTED", shown: "0 0 256 303", other: message, drawn: true });
    await page.close();
  });

  test("errors of a caption are those of a server", async () => {
    const { page } = await open();
    const words = `({ name, code, field, message }) => [name, code, field, message]`;
    const script = `import("/lib/index.js").then(({ draw, QrError }) =>
      draw("x", { caption: "W".repeat(60) }).catch((error) => [error instanceof QrError, ...(${words})(error)]))`;
    const fault = await draw("x", { caption: "W".repeat(60) }).catch((error: Error) => error.message);
    expect(await page.evaluate(script)).toEqual([true, "QrError", "INVALID_OPTION", "caption", fault]);
    await page.close();
  });

  test("text in an SVG logo becomes the outlines of a server", async () => {
    const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><text x="50%" y="28" font-size="20" font-weight="700" text-anchor="middle" fill="#a51d2d">Café</text></svg>`;
    const logoData = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
    const { page, faults } = await open();
    const script = `Promise.all(["index", "workers", "element"].map((name) => import("/lib/" + name + ".js"))).then(
      async ([{ draw }, { createPool }, { define }]) => {
        const [data, logoData] = ["${data}", "${logoData}"];
        define();
        const code = Object.assign(document.createElement("qr-code"), { data, logoData });
        document.body.append(code);
        const pool = createPool({ size: 1 });
        const svgs = [
          await draw(data, { logo: logoData, format: "svg" }),
          await pool.toSvg(data, { logoData }),
          await (await code.toBlob("svg")).text(),
        ];
        pool.dispose();
        const { length } = await draw(data, { logo: logoData });
        return [...svgs, length > 1000];
      })`;
    const svg = await draw(data, { logo: logoData, format: "svg" });
    expect(await page.evaluate(script)).toEqual([svg, svg, svg, true]);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("a caption and a round logo are drawn together", async () => {
    const logo = Buffer.from(logoFile("still.png")).toString("base64");
    const look = { caption: "Scan me", frame: "rounded", logoShape: "circle", logoData: logo } as const;
    const { page, faults } = await open();
    const script = `import("/lib/element.js").then(async ({ define }) => {
      define();
      const code = Object.assign(document.createElement("qr-code"), ${JSON.stringify({ ...look, data })});
      document.body.append(code);
      return [...new Uint8Array(await (await code.toBlob("png")).arrayBuffer())];
    })`;
    const drawn = Buffer.from((await page.evaluate(script)) as number[]);
    const { logoData: _, ...rest } = look;
    expect(drawn.equals((await draw(data, { ...rest, logo: logoFile("still.png") })) as Uint8Array)).toBe(true);
    if (shots) writeFileSync(join(shots, "caption-logo.png"), drawn);
    expect(faults).toEqual([]);
    await page.close();
  });
});
