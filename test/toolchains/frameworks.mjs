import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkCode, TEXT } from "./codes.mjs";
import { checkPage } from "./pages.mjs";

// Projects with a framework. Each page shows a code with the class "ink", whose listener pushes "rendered" to
// `globalThis.events`.

const text = JSON.stringify(TEXT);
const html = '<!doctype html><div id="app"></div><script type="module" src="./src/index.jsx"></script>';
const see = '(globalThis.events ??= []).push("rendered")';
const inDist = ({ folder }) => checkPage(join(folder, "dist"));

const viteApp = (packages, files, config = "") => ({
  packages: [...packages, "vite"],
  files: { "index.html": html, "vite.config.js": config || "export default {};", ...files },
  commands: [["vite", "build"]],
  check: inDist,
  isFramework: true,
});

const reactFiles = {
  "src/app.jsx": `import { createElement, useRef, useEffect } from "react";
    import { QrCode } from "isoqr/react";
    export function App() {
      const ref = useRef(null);
      useEffect(() => { if (ref.current !== document.querySelector("qr-code")) throw new Error("the ref is wrong"); });
      return createElement(QrCode, { ref, data: ${text}, className: "ink", dotStyle: "square", onQrRender: () => ${see} });
    }`,
  "src/index.jsx": `import { createElement } from "react";
    import { createRoot, hydrateRoot } from "react-dom/client";
    import { App } from "./app.jsx";
    const app = document.querySelector("#app");
    if (app.firstElementChild) hydrateRoot(app, createElement(App));
    else createRoot(app).render(createElement(App));`,
  "src/server.jsx": `import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    import { App } from "./app.jsx";
    export const html = renderToString(createElement(App));`,
};

/** An app that is rendered in the page, and then hydrated from the HTML of a server. */
const hydratedApp = (packages, files, config) => ({
  ...viteApp(packages, files, config),
  commands: [
    ["vite", "build"],
    ["vite", "build", "--ssr", "src/server.jsx", "--outDir", "server"],
  ],
  async check({ folder, write }) {
    const fresh = await checkPage(join(folder, "dist"));
    const { html: content } = await import(pathToFileURL(join(folder, "server/server.js")).href);
    checkCode(/<svg.*<\/svg>/s.exec(content)?.[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'));
    const page = readFileSync(join(folder, "dist/index.html"), "utf8");
    write({ "dist/index.html": page.replace('<div id="app">', `<div id="app">${content}`) });
    const hydrated = await checkPage(join(folder, "dist"));
    return { ...fresh, events: fresh.events.length > 0 ? hydrated.events : [] };
  },
});

const preactAlias = `export default {
  resolve: { alias: {
    "react-dom/client": "preact/compat/client", "react-dom/server": "preact-render-to-string", react: "preact/compat",
  } },
  ssr: { noExternal: true },
};`;
const bundled = "export default { ssr: { noExternal: true } };";

const nextApp = {
  "next.config.mjs": 'export default { output: "export" };',
  "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
  "app/page.jsx": `import { toSvg } from "isoqr";
    export default () => <p dangerouslySetInnerHTML={{ __html: toSvg(${text}) }} />;`,
  "app/client/page.jsx": `"use client"; import { toSvg } from "isoqr"; import { QrCode } from "isoqr/react";
    export default () => <p title={toSvg("client").slice(0, 4)}><QrCode data={${text}} className="ink" onQrRender={() => ${see}} /></p>;`,
  "app/png/route.js": `import { draw } from "isoqr"; export const dynamic = "force-static";
    export const GET = async () => new Response(await draw("route"));`,
  "app/missing/route.js": `import { draw } from "isoqr"; export const dynamic = "force-static";
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
    export const GET = () => draw("x", { logo: "data:image/svg+xml," + logo })
      .then(() => new Response("drawn"), ({ message }) => new Response(message));`,
};

/** Checks the static files that Next.js renders, and the client component in a page. */
async function checkNext({ folder }) {
  const at = (path) => readFileSync(join(folder, "out", path));
  checkCode(/<svg.*?<\/svg>/s.exec(at("index.html").toString())?.[0]);
  if (!at("client.html").includes("shadowrootmode")) throw new Error("the server renders no picture of the component");
  if (at("png").subarray(1, 4).toString() !== "PNG") throw new Error("the route handler draws no PNG");
  const message = at("missing").toString();
  if (!message.includes("run npm install @resvg/resvg-wasm"))
    throw new Error(`draw() does not name the package: ${message}`);
  return checkPage(join(folder, "out"), "/client");
}

const next = (flag) => ({
  packages: ["next@16", "react@19", "react-dom@19"],
  files: nextApp,
  commands: [["next", "build", flag]],
  check: checkNext,
  isFramework: true,
});

export const frameworks = {
  "Next.js (Turbopack)": next("--turbopack"),
  "Next.js (webpack)": next("--webpack"),
  Astro: {
    packages: ["astro@5"],
    files: {
      "src/pages/index.astro": `---
import { toSvg } from "isoqr";
---
<div id="server" set:html={toSvg(${text})} />
<script>import { toSvg } from "isoqr"; globalThis.codes = [document.querySelector("#server svg").outerHTML, toSvg(${text})];</script>`,
    },
    commands: [["astro", "build"]],
    check: inDist,
  },
  "React 19": hydratedApp(["react@19", "react-dom@19"], reactFiles, bundled),
  "React 18": hydratedApp(["react@18", "react-dom@18"], reactFiles, bundled),
  "Preact (preact/compat)": hydratedApp(["preact@10", "preact-render-to-string"], reactFiles, preactAlias),
  Preact: viteApp(["preact@10"], {
    "src/index.jsx": `import { h, render } from "preact";
      import "isoqr/preact";
      const attributes = { data: ${text}, class: "ink", dotStyle: "square", "onqr-render": () => ${see} };
      render(h("qr-code", attributes), document.querySelector("#app"));`,
  }),
  Solid: viteApp(
    ["solid-js@1", "vite-plugin-solid"],
    {
      "src/index.jsx": `import { render } from "solid-js/web";
        import "isoqr/solid";
        const App = () => <qr-code data={${text}} class="ink" dotStyle="square" on:qr-render={() => ${see}} />;
        render(App, document.querySelector("#app"));`,
    },
    'import solid from "vite-plugin-solid"; export default { plugins: [solid()] };',
  ),
  Vue: viteApp(
    ["vue@3", "@vitejs/plugin-vue"],
    {
      "src/index.jsx": `import { createApp } from "vue"; import App from "./App.vue"; createApp(App).mount("#app");`,
      "src/App.vue": `<script setup>
        import { QrCode } from "isoqr/vue";
        const text = ${text};
        const see = () => ${see};
        </script>
        <template><QrCode :data="text" class="ink" dot-style="square" @qr-render="see" /></template>`,
    },
    'import vue from "@vitejs/plugin-vue"; export default { plugins: [vue()] };',
  ),
  Svelte: viteApp(
    ["svelte@5", "@sveltejs/vite-plugin-svelte"],
    {
      "src/index.jsx": `import { mount } from "svelte"; import App from "./App.svelte"; mount(App, { target: document.querySelector("#app") });`,
      "src/App.svelte": `<script>
        import "isoqr/svelte";
        const text = ${text};
        </script>
        <qr-code data={text} class="ink" dotStyle="square" onqr-render={() => ${see}}></qr-code>`,
    },
    'import { svelte } from "@sveltejs/vite-plugin-svelte"; export default { plugins: [svelte({ configFile: false })] };',
  ),
  Lit: viteApp(["lit"], {
    "src/index.jsx": `import { html, render } from "lit"; import "isoqr/element/define";
      render(html\`<qr-code .data=\${${text}} class="ink" dot-style="square" @qr-render=\${() => ${see}}></qr-code>\`, document.querySelector("#app"));`,
  }),
};
