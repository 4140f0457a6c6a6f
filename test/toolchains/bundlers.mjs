import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TEXT } from "./codes.mjs";
import { checkPage } from "./pages.mjs";

// Projects with a bundler for pages and without a framework. Each page only draws an SVG, so the size of its scripts is the
// size of isoqr.

const program = `import { toSvg } from "isoqr"; globalThis.codes = [toSvg(${JSON.stringify(TEXT)})];`;
const html = '<!doctype html><script type="module" src="./src/index.js"></script>';
const files = { "src/index.js": program };

const inDist = ({ folder }) => checkPage(join(folder, "dist"));

/** A project that bundles src/index.js into dist/main.js. */
const bundler = (packages, ...command) => ({ packages, files, commands: [command], check: inDist });

const esbuild = "esbuild main=src/index.js --bundle --minify --format=esm --target=es2022 --outdir=dist".split(" ");

export const bundlers = {
  Vite: {
    packages: ["vite"],
    files: { ...files, "index.html": html },
    commands: [["vite", "build"]],
    check: inDist,
  },
  "webpack 5": bundler(["webpack@5", "webpack-cli"], "webpack", "--mode", "production"),
  Rspack: bundler(["@rspack/core", "@rspack/cli"], "rspack", "build", "--mode", "production"),
  Rollup: bundler(
    ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-terser"],
    ..."rollup src/index.js --file dist/main.js -p node-resolve -p terser".split(" "),
  ),
  esbuild: bundler(["esbuild"], ...esbuild),
  "esbuild --splitting": bundler(["esbuild"], ...esbuild, "--splitting"),
  "Parcel 2": {
    packages: ["parcel@2"],
    files: { ...files, "index.html": html },
    commands: [["parcel", "build", "index.html", "--no-source-maps"]],
    check: inDist,
  },
  // Parcel ignores `exports` by default, so it finds isoqr/payload and others in folders of the package.
  "Parcel 2 (other entries)": {
    packages: ["parcel@2"],
    files: {
      "index.html": html,
      "src/index.js": `import "isoqr/element/define"; import { wifi } from "isoqr/payload"; import { createClient } from "isoqr/client";
        const code = document.createElement("qr-code");
        code.data = ${JSON.stringify(TEXT)};
        globalThis.events = [wifi.build({ ssid: "x", security: "nopass" }), typeof createClient];
        document.body.append(code);`,
    },
    commands: [["parcel", "build", "index.html", "--no-source-maps"]],
    check: inDist,
  },
};

/** The directive and the component of docs/element.md. */
const recipes = [
  ...readFileSync(new URL("../../docs/element.md", import.meta.url), "utf8").matchAll(
    /^```ts\n(?=(?:(?!^```).)*"@angular\/core")(.*?)^```$/gms,
  ),
].map(([, code]) => code);

/** A blank app, and the lines that draw a code in it. */
const angular = (imports, body) => ({
  "angular.json": JSON.stringify({
    version: 1,
    projects: {
      app: {
        projectType: "application",
        root: "",
        sourceRoot: "src",
        architect: {
          build: {
            builder: "@angular/build:application",
            options: { browser: "src/main.ts", index: "src/index.html", tsConfig: "tsconfig.json", outputPath: "dist" },
          },
        },
      },
    },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      ...{ strict: true, target: "ES2022", module: "preserve", moduleResolution: "bundler", skipLibCheck: true },
      ...{ experimentalDecorators: true, importHelpers: true, lib: ["ES2022", "DOM"] },
    },
    angularCompilerOptions: { strictTemplates: true },
    files: ["src/main.ts"],
  }),
  "src/index.html": '<!doctype html><base href="/"><app-root></app-root>',
  "src/main.ts": `import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection } from "@angular/core";
    import { bootstrapApplication } from "@angular/platform-browser";
    ${imports}
    @Component({ selector: "app-root", ${body} })
    class App {
      readonly text = ${JSON.stringify(TEXT)};
      seen(name: string) { ((globalThis as any).events ??= []).push(name); }
    }
    bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });`,
});

/** The size of the scripts of an Angular app, in the files that its page loads. */
function angularSize(folder, compress) {
  const browser = join(folder, "dist/browser");
  const page = readFileSync(join(browser, "index.html"), "utf8");
  const loaded = new Set(readdirSync(browser).filter((name) => name.endsWith(".js") && page.includes(name)));
  let size = 0;
  // The loop also visits files that are added to the set while it runs.
  for (const name of loaded) {
    const code = readFileSync(join(browser, name));
    size += compress(code).length;
    for (const [, imported] of code.toString().matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      loaded.add(imported);
  }
  return size;
}

/** Returns whether `build` succeeds. Throws its error unless it is about a template. */
function isBuilt(build) {
  try {
    build();
    return true;
  } catch (error) {
    if (/\b(?:NG\d+|TS2322|TS2820)\b/.test(error.message)) return false;
    throw error;
  }
}

const ANGULAR = ["build", "cli", "compiler-cli", "compiler", "core", "common", "platform-browser"].map(
  (name) => `@angular/${name}@21`,
);

export const angularApps = {
  "Angular 21": {
    packages: [...ANGULAR, "typescript@5.9", "tslib", "rxjs"],
    files: {},
    async check({ folder, run, write, compress }) {
      const build = (imports, body) => {
        write(angular(imports, body));
        run("npx", "--no", "--", "ng", "build");
        return angularSize(folder, compress);
      };
      const blank = build("", 'template: ""');
      const library = build(
        `import { toSvg } from "isoqr"; (globalThis as any).codes = [toSvg(${JSON.stringify(TEXT)})];`,
        'template: ""',
      );
      await checkPage(join(folder, "dist/browser"));
      const attributes = `class="ink" [data]="text" (qr-render)="seen('rendered')"`;
      build(
        'import "isoqr/element/define";',
        `schemas: [CUSTOM_ELEMENTS_SCHEMA], template: \`<qr-code ${attributes}></qr-code>\``,
      );
      const { size: _, ...shown } = await checkPage(join(folder, "dist/browser"));
      const [directive, component] = recipes;
      write({ "src/qr-code.ts": directive, "src/ticket.ts": component });
      const recipe = (look) =>
        build(
          'import { QrCode } from "./qr-code"; import { Ticket } from "./ticket";',
          `imports: [QrCode, Ticket], template: \`<app-ticket [url]="text" /><qr-code ${attributes} [size]="300" ${look} />\``,
        );
      recipe('color="#000" dotStyle="square"');
      const { events, names } = await checkPage(join(folder, "dist/browser"));
      if (names.join() !== "ticket,ink" || !events.includes("rendered")) throw new Error("the directive draws no code");
      for (const wrong of [`dotStyle="round"`, `[colour]="text"`]) {
        if (isBuilt(() => recipe(wrong))) throw new Error(`the compiler accepts ${wrong}`);
      }
      return { ...shown, size: library - blank };
    },
    isFramework: true,
  },
};
