import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { renderToString } from "../../src/element/element.ts";
import { FILE } from "../../src/element/qr-code-element.ts";
import { toSvg } from "../../src/index.ts";
import { createService } from "../../src/service/service.ts";
import { type EnginePage, engines } from "../engines/engines.ts";
import { threeHundred } from "../engines/measures.ts";
import type { Policy } from "../engines/site.ts";
import { heavy, logoFile, QUARTERS } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";
import { useEngine, useSite } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const folder = process.env.SHOTS;

const png = Buffer.from(logoFile("still.png")).toString("base64");
const svg = Buffer.from(QUARTERS).toString("base64");

/** Functions for the scripts that run in the page. */
const tools = `
  const define = () => import("/" + location.pathname.split("/")[1] + "/lib/element-define.js");
  const event = (name) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));
  const rendered = (count) => new Promise((resolve) => document.addEventListener("qr-render", () => --count || resolve()));
  const codes = () => [...document.querySelectorAll("qr-code")];
`;

const site = useSite();
beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
});

describe.each(engines)("%s", (name, start) => {
  const engine = useEngine(start);

  async function inPage<Seen>(policy: Policy, script: string, shot?: string): Promise<Seen> {
    const page: EnginePage = await engine.open(site.page(policy));
    try {
      const seen = await page.run(tools + script);
      if (folder && shot) {
        await page.run("await new Promise((resolve) => setTimeout(resolve, 500))");
        writeFileSync(`${folder}/${shot}-${name}.png`, await page.screenshot());
      }
      return seen as Seen;
    } finally {
      await page.close();
    }
  }

  test("draws the library's pictures in the colours of the page", async () => {
    const markup = `<style>.ink { --qr-color: rgb(26 43 60) }</style>
      <qr-code data="https://example.com" size="200" dot-style="dots"></qr-code>
      <qr-code class="ink" style="width: 120px">grüße</qr-code>
      <qr-code data="https://example.com/logo" logo-data="${png}"></qr-code>
      <qr-code data="https://example.com/logo" logo="data:image/svg+xml;base64,${svg}"></qr-code>`;
    const { svgs, widths, logo } = await inPage<{ svgs: string[]; widths: number[]; logo: string }>(
      "open",
      `document.body.innerHTML = ${JSON.stringify(markup)};
      const all = rendered(4);
      await define();
      await all;
      const texts = codes().map(async (code) => (await code.toBlob("svg")).text());
      const bytes = new Uint8Array(await (await codes()[2].toBlob("png")).arrayBuffer());
      return {
        svgs: await Promise.all(texts),
        widths: codes().map((code) => code.shadowRoot.querySelector("svg").getBoundingClientRect().width),
        logo: btoa(String.fromCharCode(...bytes)),
      };`,
      "element",
    );
    expect(svgs[0]).toBe(toSvg("https://example.com", { size: 200, dotStyle: "dots" }));
    expect(svgs[1]).toBe(toSvg("grüße", { color: "1a2b3c" }));
    const logoUri = `data:image/svg+xml;base64,${svg}`;
    expect(svgs[3]).toBe(toSvg("https://example.com/logo", { logo: logoUri }));
    expect(widths).toEqual([200, 120, 256, 256]);
    const { body } = await createService({ heavy }).generate({ data: "https://example.com/logo", logoData: png });
    expect(logo).toBe(Buffer.from(body as Uint8Array).toString("base64"));
  });

  // `npm run bench:pages` measures how long this takes.
  test("draws all 300 codes in view", async () => {
    await inPage<number>("open", threeHundred("open"));
  });

  test("takes over server-rendered markup, and keeps it after an error", async () => {
    const markup = renderToString({ data: "x", size: 128, title: "Menu" });
    const seen = await inPage(
      "open",
      `document.body.setHTMLUnsafe(${JSON.stringify(markup)});
      const [code] = codes();
      const before = code.shadowRoot.querySelector("path + path").getAttribute("d");
      await Promise.all([event("qr-render"), define()]);
      const fault = event("qr-error");
      code.ec = "X";
      const { detail } = await fault;
      return [before === code.shadowRoot.querySelector("path + path").getAttribute("d"), detail.code, detail.field];`,
    );
    expect(seen).toEqual([true, "INVALID_OPTION", "ec"]);
  });

  test("keeps its picture and style when moved, cloned, removed or adopted by another document", async () => {
    const seen = await inPage(
      "open",
      `const code = Object.assign(document.createElement("qr-code"), { data: "x", size: 100 });
      document.body.append(code);
      await Promise.all([event("qr-render"), define()]);
      const outline = (one) => one.shadowRoot.querySelector("path + path")?.getAttribute("d");
      const faults = [];
      addEventListener("error", ({ message }) => faults.push(message));
      const first = outline(code);
      const copy = code.cloneNode();
      document.body.append(copy);
      await event("qr-render");
      code.remove();
      code.data = "another text";
      const away = outline(code);
      document.body.prepend(code);
      await event("qr-render");
      const frame = document.createElement("iframe");
      document.body.append(frame);
      frame.contentDocument.body.append(code);
      const there = code.getBoundingClientRect().width;
      document.body.append(code);
      const unseen = document.implementation.createHTMLDocument();
      unseen.body.append(copy);
      return [outline(copy) === first, away === first, outline(code) !== first, there, code.getBoundingClientRect().width, faults];`,
    );
    expect(seen).toEqual([true, true, true, 100, 100, []]);
  });

  test("keeps the last valid picture while a logo loads and after loading fails", async () => {
    const seen = await inPage(
      "open",
      `const code = Object.assign(document.createElement("qr-code"), { data: "x", logoData: "${png}" });
      document.body.append(code);
      await Promise.all([event("qr-render"), define()]);
      const picture = code.shadowRoot.querySelector("svg");
      const fault = event("qr-error");
      code.logoData = null;
      code.logo = "/open/lib/missing.png";
      code.draw();
      const meanwhile = code.shadowRoot.querySelector("svg") === picture;
      const { detail } = await fault;
      const after = code.shadowRoot.querySelector("svg") === picture && picture.querySelector("[part=logo]") !== null;
      code.logo = null;
      await event("qr-render");
      return [meanwhile, detail.code, after, code.shadowRoot.querySelector("[part=logo]")];`,
    );
    expect(seen).toEqual([true, "LOGO_UNREACHABLE", true, null]);
  });

  test("names the source that a policy must allow for a logo", async () => {
    const written = `data:image/svg+xml,${encodeURIComponent(QUARTERS)}`;
    const seen = await inPage(
      "images",
      `document.body.append(Object.assign(document.createElement("qr-code"), { data: "x", logo: ${JSON.stringify(written)} }));
      const [{ detail }] = await Promise.all([event("qr-error"), define()]);
      return [detail.code, detail.message, codes()[0].shadowRoot.querySelectorAll("svg").length];`,
    );
    const message = "logo is an SVG that cannot be drawn: export it again, or allow img-src data: in the page's CSP";
    expect(seen).toEqual(["LOGO_INVALID", message, 1]);
  });

  test("rejects invalid types and files with a message", async () => {
    const seen = await inPage(
      "open",
      `await define();
      const code = Object.assign(document.createElement("qr-code"), { data: "x" });
      const words = (call) => call.catch(({ code, message }) => [code, message]);
      const type = await words(code.toBlob("gif"));
      const files = [];
      for (const file of [5, "logo.svg", {}, [1], Object.assign(document.createElement("input"), { type: "file" }).files]) {
        code.logoFile = file;
        files.push(await words(code.toBlob()));
      }
      code.logoFile = undefined;
      return [type, files, (await code.toBlob()).type, (await code.toBlob("image/svg+xml")).type];`,
    );
    const noFile = ["INVALID_OPTION", ruleText(FILE, "logoFile")];
    expect(seen).toEqual([
      ["INVALID_OPTION", "type must be png or svg"],
      Array(5).fill(noFile),
      "image/png",
      "image/svg+xml",
    ]);
  });

  test("does nothing that a strict policy forbids", async () => {
    for (const policy of ["trusted", "strict"] as const) {
      const seen = await inPage(
        policy,
        `${policy === "strict" ? 'await import("/strict/lib/strict.js");' : ""}
        document.body.append(Object.assign(document.createElement("qr-code"), { data: "x", size: 128 }));
        await Promise.all([event("qr-render"), define()]);
        return [codes()[0].shadowRoot.querySelector("svg").getBoundingClientRect().width, violations];`,
      );
      expect(seen).toEqual([128, []]);
    }
  });
});
