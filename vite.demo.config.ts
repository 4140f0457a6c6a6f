import { defineConfig } from "vite";
import { PLAYGROUND_POLICY } from "./src/http/page.ts";

/** The playground as a static site: every address in it is relative, so that it works below any path, with a server of
 *  ours and without. The policy that the server sends stands in the page too, for file servers send none. */
export default defineConfig({
  root: "demo",
  base: "./",
  plugins: [
    {
      name: "policy",
      transformIndexHtml: () => [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: PLAYGROUND_POLICY },
          injectTo: "head-prepend",
        },
      ],
    },
  ],
  build: {
    outDir: "../dist/demo",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
