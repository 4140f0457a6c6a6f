import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { createElement } from "react";
import { renderToString as renderReact } from "react-dom/server";
import { build, type PluginOption } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSSRApp, h } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";
import { QrCode as ReactCode } from "../../src/element/react.ts";
import { QrCode as VueCode } from "../../src/element/vue.ts";
import { design, toSvg } from "../../src/index.ts";
import { integerRange, oneOf } from "../../src/messages/option-rules.ts";
import { logoFile } from "../logo/logos.ts";
import { ruleText } from "../rule-text.ts";
import { openPage } from "./element-page.ts";
import { useBrowser } from "./use.ts";

/** The folder for screenshots. If it is not set, no screenshots are taken. */
const shots = process.env.SHOTS;
const browser = useBrowser();
const root = fileURLToPath(new URL("../../", import.meta.url));

interface App {
  readonly plugins: readonly PluginOption[];
  /** The files of an app that shows a code with the properties `data`, `size` and `file`, and those in `look`.
   *  `globalThis.update` sets some of the properties, and `globalThis.seen` collects event messages. */
  readonly files: Readonly<Record<string, string>>;
  /** The HTML that a server renders, and the script that hydrates it. */
  readonly hydration?: { readonly html: () => Promise<string>; readonly main: string };
}

const first = { data: "https://example.com", size: 200 };

const reactApp = `import { QrCode } from "isoqr/react";
  import { useState } from "react";
  export function App() {
    const [{ data, size, file, look }, set] = useState(${JSON.stringify(first)});
    globalThis.update = (change) => set((before) => ({ ...before, ...change }));
    return <QrCode data={data} size={size} dotStyle="dots" boost logoFile={file} className="ink" {...look}
      onQrRender={() => seen.push("rendered")}
      onQrError={(event) => { event.preventDefault(); seen.push(event.detail.message); }} />;
  }`;

const vueApp = `<script setup lang="ts">
  import { QrCode } from "isoqr/vue";
  import { shallowReactive } from "vue";
  const shown = shallowReactive(${JSON.stringify(first)});
  globalThis.update = (change) => Object.assign(shown, change);
  const push = (text) => globalThis.seen.push(text);
  const fail = (event) => { event.preventDefault(); push(event.detail.message); };
  </script>
  <template>
    <QrCode :data="shown.data" :size="shown.size" dot-style="dots" boost :logo-file="shown.file" class="ink"
      v-bind="shown.look" @qr-render="push('rendered')" @qr-error="fail" />
  </template>`;

const svelteApp = `<script lang="ts">
  import "isoqr/svelte";
  let shown = $state.raw(${JSON.stringify(first)});
  globalThis.update = (change) => { shown = { ...shown, ...change }; };
  const fail = (event) => { event.preventDefault(); seen.push(event.detail.message); };
  </script>
  <qr-code data={shown.data} size={shown.size} dotStyle="dots" boost logoFile={shown.file} class="ink"
    frame={shown.look?.frame} eyeStyle={shown.look?.eyeStyle} pupilColor={shown.look?.pupilColor}
    gradient={shown.look?.gradient} dotSize={shown.look?.dotSize}
    onqr-render={() => seen.push("rendered")} onqr-error={fail}></qr-code>`;

const serverProps = { ...first, dotStyle: "dots", boost: true } as const;

const apps: Readonly<Record<string, App>> = {
  React: {
    plugins: [],
    files: {
      "app.tsx": reactApp,
      "main.tsx": `import { createRoot } from "react-dom/client";
        import { App } from "./app.tsx";
        createRoot(document.querySelector("#app")).render(<App />);`,
    },
    hydration: {
      html: async () => renderReact(createElement(ReactCode, { ...serverProps, className: "ink" })),
      main: `import { hydrateRoot } from "react-dom/client";
        import { App } from "./app.tsx";
        hydrateRoot(document.querySelector("#app"), <App />);`,
    },
  },
  Vue: {
    plugins: [vue()],
    files: {
      "app.vue": vueApp,
      "main.tsx": `import { createApp } from "vue";
        import App from "./app.vue";
        createApp(App).mount("#app");`,
    },
    hydration: {
      html: () => renderVue(createSSRApp({ render: () => h(VueCode, { ...serverProps, class: "ink" }) })),
      main: `import { createSSRApp } from "vue";
        import App from "./app.vue";
        createSSRApp(App).mount("#app");`,
    },
  },
  Svelte: {
    plugins: [svelte({ configFile: false })],
    files: {
      "app.svelte": svelteApp,
      "main.tsx": `import { mount } from "svelte";
        import App from "./app.svelte";
        mount(App, { target: document.querySelector("#app") });`,
    },
  },
};

/** Builds an app in development mode, in which frameworks run more checks, and returns its script. */
async function scriptOf({ plugins }: App, files: App["files"]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-app-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const alias = Object.fromEntries(
    ["react", "svelte", "vue"].map((name) => [`isoqr/${name}`, join(root, `src/element/${name}.ts`)]),
  );
  await build({
    ...{ root: folder, configFile: false, logLevel: "error", mode: "development", plugins: [...plugins] },
    resolve: { alias, dedupe: ["react", "vue", "svelte"] },
    define: { "process.env.NODE_ENV": '"development"' },
    build: {
      rolldownOptions: { input: join(folder, "main.tsx"), output: { entryFileNames: "main.js", codeSplitting: false } },
      minify: false,
      modulePreload: { polyfill: false },
    },
  });
  return readFileSync(join(folder, "dist/main.js"), "utf8");
}

const head = "<script>globalThis.seen = [];</script>";
const open = (script: string, html = "") =>
  openPage(
    browser,
    { code: "", images: "", strict: "", html: "", folder: "" },
    {
      head,
      body: `<div id="app">${html}</div><script type="module" src="/main.js"></script>`,
      files: { "/main.js": { contentType: "text/javascript", body: script } },
    },
  );

/** A function that changes the app's properties and waits for the next event. It resolves to the event's message, the
 *  number of logos, and the SVG. */
const change = `async (change) => {
  const before = seen.length;
  update(change);
  while (seen.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
  const code = document.querySelector("qr-code");
  const blob = await code.toBlob("svg").catch(() => undefined);
  return [seen.at(-1), code.shadowRoot.querySelectorAll("[part=logo]").length, await blob?.text()];
}`;

/** Looks that replace each other. Each sets every option of the one before, because a framework may leave attributes. */
const looks = [
  { frame: "rounded", eyeStyle: "circle", pupilColor: "#a51d2d", gradient: "linear,45,#1a5fb4,#813d9c" },
  { frame: "banner-top", eyeStyle: "leaf", pupilColor: "#1a5fb4", gradient: "radial,#26a269,#000000", dotSize: 0.8 },
] as const;

describe.each(Object.entries(apps))("%s", (name, app) => {
  test("draws, passes properties and files, and forwards events", async () => {
    const { page, faults } = await open(await scriptOf(app, app.files));
    await page.waitForFunction("seen.length > 0");
    const options = { size: 200, dotStyle: "dots", boost: true } as const;
    const run = (change_: string) => page.evaluate(`(${change})(${change_})`);
    expect(await run('{ data: "second" }')).toEqual(["rendered", 0, toSvg("second", options)]);
    const file = `new File([Uint8Array.of(${logoFile("still.png").join()})], "logo.png", { type: "image/png" })`;
    expect(await run(`{ file: ${file} }`)).toEqual(["rendered", 1, expect.stringContaining("<image")]);
    expect(await run("{ size: 9 }")).toEqual([ruleText(integerRange, "size", { min: 32, max: 16_384 }), 1, undefined]);
    expect(await run("{ size: undefined, file: undefined }")).toEqual([
      "rendered",
      0,
      toSvg("second", { ...options, size: 256 }),
    ]);
    expect(await page.locator("qr-code").getAttribute("class")).toBe("ink");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("draws looks and frames, and changes them", async () => {
    const { page, faults } = await open(await scriptOf(app, app.files));
    await page.waitForFunction("seen.length > 0");
    const ratio = () =>
      page.locator("qr-code").evaluate((code) => [code.clientWidth, code.clientHeight, code.getAttribute("frame")]);
    const common = { dotStyle: "dots", boost: true } as const;
    expect(await ratio()).toEqual([200, 200, null]);
    for (const look of looks) {
      const options = design({ ...common, size: 200, ...look });
      const change_ = JSON.stringify({ data: "looks", look });
      expect(await page.evaluate(`(${change})(${change_})`)).toEqual(["rendered", 0, toSvg("looks", options)]);
      expect(await ratio()).toEqual([200, look.frame === "banner-top" ? 237 : 200, look.frame]);
    }
    const wrong = await page.evaluate(`(${change})({ look: { frame: "round" } })`);
    expect(wrong).toEqual([
      expect.stringContaining(ruleText(oneOf, "frame", { text: "none, plain, rounded" })),
      0,
      undefined,
    ]);
    if (shots) {
      await page.evaluate(`(${change})(${JSON.stringify({ look: looks[1] })})`);
      await page.screenshot({ path: join(shots, `looks-${name}.png`) });
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(app.hydration)("takes over the picture from a server", async () => {
    const { html, main } = app.hydration ?? { html: async () => "", main: "" };
    const { page, faults } = await open(await scriptOf(app, { ...app.files, "main.tsx": main }), await html());
    // The frameworks add listeners only after the element has drawn.
    await page.waitForFunction("seen.length > 0");
    expect(await page.evaluate("seen")).toEqual(["rendered"]);
    expect(await page.locator("qr-code").getAttribute("class")).toBe("ink");
    const options = { size: 200, dotStyle: "dots", boost: true } as const;
    expect(await page.evaluate(`(${change})({ data: "second" })`)).toEqual(["rendered", 0, toSvg("second", options)]);
    expect(await page.locator("qr-code").evaluateAll((codes) => codes.map(({ innerHTML }) => innerHTML))).toEqual([""]);
    expect(faults).toEqual([]);
    await page.close();
  });
});
