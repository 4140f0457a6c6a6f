import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import type { Browser } from "playwright";
import { build, type PluginOption } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toSvg } from "../../src/index.ts";
import { launchChromium } from "../engines/chromium.ts";
import { startSite } from "../engines/site.ts";
import { createProject, programOf } from "./project.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
/** Returns the first code block of docs/`page`.md in `language` that contains `input`, as printed. */
function recipe(page: string, language: string, words: string): string {
  const blocks = [...read(`docs/${page}.md`).matchAll(/^```(\w+)(?: run)?\n(.*?)^```$/gms)];
  const [, , code] = blocks.find(([, name, text]) => name === language && text?.includes(words)) ?? [];
  if (code === undefined) throw new Error(`docs/${page}.md has no ${language} with ${words}`);
  return code;
}

interface Framework {
  readonly packages: readonly string[];
  readonly plugins: readonly PluginOption[];
  readonly files: Readonly<Record<string, string>>;
}

/** Apps that use the components in docs/element.md, and pass the URL to encode to them. */
const frameworks: Readonly<Record<string, Framework>> = {
  React: {
    packages: ["react", "react-dom"],
    plugins: [],
    files: {
      "ticket.tsx": recipe("element", "tsx", "<QrCode"),
      "main.tsx": `import { createRoot } from "react-dom/client";
        import { Ticket } from "./ticket.tsx";
        createRoot(document.body).render(<Ticket url="https://example.com" />);`,
    },
  },
  Vue: {
    packages: ["vue"],
    plugins: [vue()],
    files: {
      "Ticket.vue": recipe("element", "vue", "<QrCode"),
      "main.tsx": `import { createApp } from "vue";
        import Ticket from "./Ticket.vue";
        createApp(Ticket, { url: "https://example.com" }).mount(document.body);`,
    },
  },
  Svelte: {
    packages: ["svelte"],
    plugins: [svelte({ configFile: false })],
    files: {
      "Ticket.svelte": recipe("element", "svelte", "<qr-code"),
      "main.tsx": `import { mount } from "svelte";
        import Ticket from "./Ticket.svelte";
        mount(Ticket, { target: document.body, props: { url: "https://example.com" } });`,
    },
  },
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);
afterAll(() => browser?.close());

/** Serves `folder`, opens the page at `path`, and returns the SVG files of its elements once all are drawn. */
async function drawnIn(folder: string, path: string, count: number): Promise<string[]> {
  const site = await startSite(folder);
  const page = await browser.newPage();
  try {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "warning" && faults.push(message.text()));
    await page.goto(`${site.page("open")}app/${path}`);
    const codes = page.locator("qr-code");
    await codes
      .nth(count - 1)
      .locator("svg")
      .waitFor();
    expect(faults).toEqual([]);
    return await codes.evaluateAll((all) =>
      Promise.all(all.map(async (code) => (await (code as HTMLElementTagNameMap["qr-code"]).toBlob("svg")).text())),
    );
  } finally {
    await page.close();
    await site.close();
  }
}

test.each(Object.entries(frameworks))("%s: the component in docs/element.md works as printed", async (_, framework) => {
  const page = '<!doctype html><title>app</title><body><script type="module" src="./main.tsx"></script></body>';
  const { folder } = createProject({ ...framework.files, "index.html": page }, framework.packages);
  await build({ root: folder, configFile: false, logLevel: "error", base: "./", plugins: [...framework.plugins] });
  const dotted = toSvg("https://example.com", { dotStyle: "rounded" });
  expect(await drawnIn(join(folder, "dist"), "index.html", 1)).toEqual([dotted]);
});

const moduleRules = {
  ...{ target: "ES2022", module: "ESNext", moduleResolution: "bundler", types: [] },
  ...{ strict: true, noEmit: true, skipLibCheck: false },
};

test("React: the component in docs/element.md compiles, and its types reject invalid options", () => {
  const uses = `import type { QrCodeElement } from "isoqr/element";
    import { QrCode } from "isoqr/react";
    import { useRef } from "react";
    import "./ticket.js";
    export function Tickets({ urls }: { urls: readonly string[] }) {
      const last = useRef<QrCodeElement>(null);
      const save = () => void last.current?.toBlob();
      return urls.map((url) => <QrCode key={url} ref={last} data={url} className="ink" size={200} boost onClick={save} />);
    }
    export const element = <qr-code data="x" dot-style="rounded" onqr-error={({ detail }) => console.warn(detail.code)} />;
    // @ts-expect-error no such style
    export const odd = <QrCode data="x" dotStyle="round" />;
    // @ts-expect-error no such style
    export const oddElement = <qr-code data="x" dotStyle="round" />;`;
  const files = {
    "ticket.tsx": recipe("element", "tsx", "<QrCode"),
    "uses.tsx": uses,
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...moduleRules, jsx: "react-jsx" }, include: ["*.tsx"] }),
  };
  const { run } = createProject(files, ["react", "@types/react", "csstype"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("Vue: the types of the component reject invalid options", () => {
  const uses = `import { QrCode } from "isoqr/vue";
    import { h } from "vue";
    const onQrError = (event: HTMLElementEventMap["qr-error"]) => console.warn(event.detail.message);
    export const good = h(QrCode, { data: "x", "dot-style": "rounded", size: 200, class: "ink", onQrError });
    type Props = Parameters<typeof QrCode>[0];
    export const listening: Props = { data: "x", onQrError: (event) => console.warn(event.detail.code) };
    // @ts-expect-error no such style
    export const odd: Props = { data: "x", dotStyle: "round" };`;
  const files = {
    "uses.ts": uses,
    "tsconfig.json": JSON.stringify({ compilerOptions: moduleRules, include: ["*.ts"] }),
  };
  const { run } = createProject(files, ["vue", "csstype"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("Svelte: a program that only imports isoqr/svelte compiles", () => {
  const files = {
    "main.ts": 'import "isoqr/svelte";',
    "tsconfig.json": JSON.stringify({ compilerOptions: moduleRules, include: ["*.ts"] }),
  };
  const { run } = createProject(files, ["svelte"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("Svelte: the types of the element reject invalid options", () => {
  const uses = `import "isoqr/svelte";
    import type { SvelteHTMLElements } from "svelte/elements";
    type Props = SvelteHTMLElements["qr-code"];
    const good: Props = { data: "x", "dot-style": "rounded", size: 200, class: "ink", logoFile: new Blob([]) };
    export const listening: Props = { ...good, "onqr-error": (event) => console.warn(event.detail.message) };
    // @ts-expect-error no such style
    export const odd: Props = { data: "x", dotStyle: "round" };`;
  const files = {
    "uses.ts": uses,
    "tsconfig.json": JSON.stringify({ compilerOptions: moduleRules, include: ["*.ts"] }),
  };
  const { run } = createProject(files, ["svelte"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("Preact: the types of the element reject invalid options", () => {
  const uses = `import "isoqr/preact";
    const logo = new Blob([]);
    export const good = <qr-code data="x" dot-style="rounded" size={200} boost class="ink" logoFile={logo}
      onqr-render={() => undefined} onqr-error={({ detail }) => console.warn(detail.code)} />;
    // @ts-expect-error no such style
    export const odd = <qr-code data="x" dotStyle="round" />;`;
  const compilerOptions = { ...moduleRules, jsx: "react-jsx", jsxImportSource: "preact" };
  const files = { "uses.tsx": uses, "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.tsx"] }) };
  const { run } = createProject(files, ["preact"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("Solid: the types of the element reject invalid options", () => {
  const uses = `import "isoqr/solid";
    const logo = new Blob([]);
    export const good = <qr-code data="x" dotStyle="rounded" size={200} boost class="ink" logoFile={logo}
      on:qr-render={() => undefined} on:qr-error={(event) => console.warn(event.detail.code, event.currentTarget.size)} />;
    // @ts-expect-error no such style
    export const odd = <qr-code data="x" dotStyle="round" />;`;
  const compilerOptions = { ...moduleRules, jsx: "preserve", jsxImportSource: "solid-js" };
  const files = { "uses.tsx": uses, "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.tsx"] }) };
  const { run } = createProject(files, ["solid-js", "csstype"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("in TypeScript: the examples of pools and clients compile", () => {
  const rules = {
    ...{ target: "ES2022", module: "ESNext", moduleResolution: "bundler", lib: ["ES2022", "DOM"], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: false },
  };
  const { run } = createProject({
    "pool.ts": recipe("workers", "js", "= createPool();"),
    "client.ts": recipe("client", "js", "createClient({"),
    "library.ts": `${recipe("library", "js", 'from "isoqr";')}\nexport const file = new Blob([png, svg]);`,
    "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["*.ts"] }),
  });
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("plain HTML: the example works with the file for the script tag", async () => {
  // Leave out the logo, because it is the reader's own file.
  const html = recipe("element", "html", "<qr-code").replace(' logo="/logo.svg"', "");
  const { folder, write } = createProject({});
  const { jsdelivr } = JSON.parse(readFileSync(join(folder, "node_modules/isoqr/package.json"), "utf8"));
  write({
    "page.html": `<!doctype html><meta charset="utf-8"><title>page</title>${html}`,
    "isoqr.js": readFileSync(join(folder, "node_modules/isoqr", jsdelivr), "utf8"),
  });
  const first = toSvg("https://example.com", { size: 200, dotStyle: "rounded" });
  expect(await drawnIn(folder, "page.html", 2)).toEqual([first, toSvg("Or use the text inside")]);
});

test("on a server: renderToString returns the image without a DOM", () => {
  const { run } = createProject({ "server.mjs": `${recipe("element", "js", "renderToString")}\nconsole.log(html);` });
  const html = run(process.execPath, "server.mjs");
  expect(html).toMatch(/^<qr-code .*<template shadowrootmode="open">.*<svg .*<\/qr-code>\n$/s);
});

test("on a server: the request handler responds", () => {
  const ask = 'console.log((await handle(new Request("http://localhost/api/qr?data=x"))).status);';
  const { run } = createProject({ "server.mjs": `${recipe("server", "js", "createHandler")}\n${ask}` });
  expect(run(process.execPath, "server.mjs")).toBe("200\n");
});

test("in a program: the examples run, and return what their comments say", () => {
  const library = recipe("library", "js", 'from "isoqr";');
  const texts = recipe("payloads", "js", 'from "isoqr/payload";');
  const written = [...texts.matchAll(/^(wifi\.\w+\(.*\)); \/\/ (.*)$/gm)];
  expect(written.length).toBeGreaterThan(1);
  const checks = written.map(([, call, value]) => `equal(${call}, ${value});`).join("\n");
  const { run } = createProject({
    "library.mjs": `${library}\nif (!svg.startsWith("<svg") || png[1] !== 80 || size !== modules.length || !symbol) throw 1;`,
    "texts.mjs": `import { deepStrictEqual as equal } from "node:assert";\n${texts}\n${checks}`,
  });
  expect(() => run(process.execPath, "library.mjs")).not.toThrow();
  expect(() => run(process.execPath, "texts.mjs")).not.toThrow();
});
