import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { toPng, toSvg } from "../../src/index.ts";
import { createProject, programOf } from "./project.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)));

const strictest = {
  target: "ES2023",
  module: "NodeNext",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: ["node"],
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rootDir: ".",
};

test("everything compiles under the strictest rules and runs in Node without other packages", () => {
  const files = {
    "everything.mts": read("consumer/everything.mts"),
    "logo.webp": read("../logo/lossy.webp"),
    "tsconfig.json": JSON.stringify({ compilerOptions: strictest, include: ["everything.mts"] }),
  };
  const { run, installed } = createProject(files, ["@types/node", "undici-types"]);
  expect(installed).toEqual(["isoqr"]);
  run(process.execPath, programOf("typescript", "tsc"), "-p", ".");
  expect(run(process.execPath, "everything.mjs")).toBe("all is well\n");
});

test("types of the entries for pages compile without the types of Node", () => {
  const text = `
    import { toSvg } from "isoqr";
    import { createClient } from "isoqr/client";
    import { QrCodeElement } from "isoqr/element";
    import "isoqr/element/define";
    import { wifi } from "isoqr/payload";
    import { createPool } from "isoqr/workers";
    export const svg: string = toSvg(wifi.build({ ssid: "x", security: "nopass" }));
    export const element: QrCodeElement | null = document.querySelector("qr-code");
    export const entries = [createClient, createPool];
  `;
  const rules = { ...strictest, module: "ESNext", moduleResolution: "bundler", types: [], noEmit: true };
  const files = { "page.ts": text, "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["page.ts"] }) };
  const { run } = createProject(files);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test.each([
  ["no other types", ["ES2020"], ["isoqr", "isoqr/card", "isoqr/payload", "isoqr/strict"]],
  ["the DOM types", ["ES2020", "DOM"], ["isoqr", "isoqr/client", "isoqr/element/define", "isoqr/sw/register"]],
])("types of the entries compile with those of ES2020 and %s", (_, lib, names) => {
  const rules = { ...strictest, lib, target: "ES2020", module: "ESNext", moduleResolution: "bundler", types: [] };
  const { run } = createProject({
    "all.ts": names.map((name, i) => `export * as entry${i} from "${name}";`).join("\n"),
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...rules, noEmit: true }, include: ["all.ts"] }),
  });
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("isoqr/element/define declares the element's types", () => {
  const text = `
    import "isoqr/element/define";
    export const file: Promise<Blob> | undefined = document.querySelector("qr-code")?.toBlob("png");
    addEventListener("qr-error", (event) => console.warn((event as HTMLElementEventMap["qr-error"]).detail.code));
  `;
  const rules = { ...strictest, module: "ESNext", moduleResolution: "bundler", types: [], noEmit: true };
  const files = { "page.ts": text, "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["page.ts"] }) };
  const { run } = createProject(files);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("types of the library, the client and the server compile without the DOM types", () => {
  const names = [
    "isoqr",
    "isoqr/client",
    "isoqr/workers",
    "isoqr/payload",
    "isoqr/app",
    "isoqr/node",
    "isoqr/card",
    "isoqr/picture",
    "isoqr/print",
    "isoqr/optimize",
  ];
  // Servers must be able to import the element's entries, because they need renderToString.
  names.push("isoqr/element", "isoqr/element/define");
  const rules = { ...strictest, lib: ["ES2023"], module: "NodeNext", types: ["node"], noEmit: true };
  const { run } = createProject(
    {
      "all.mts": names.map((name, i) => `export * as entry${i} from "${name}";`).join("\n"),
      "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["all.mts"] }),
    },
    ["@types/node", "undici-types"],
  );
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});

test("the library and the client compile and run in CommonJS, with the rules for old versions of Node", () => {
  const text = `
    import isoqr = require("isoqr");
    import { createClient, QrError, type Client, type QrRequest } from "isoqr/client";

    const options: isoqr.SvgOptions = { size: 64, ec: "Q" };
    const code: string = isoqr.toSvg("x", options);
    const client: Client = createClient({ baseUrl: "https://qr.example.com" });
    const request: QrRequest = { data: "x" };
    const bytes = (): Promise<Uint8Array<ArrayBuffer>> => client.generate({ ...request, format: "png" }).then(({ body }) => body);
    const isError = (error: unknown): error is isoqr.QrError => error instanceof QrError;
    try {
      isoqr.toPng("");
    } catch (error) {
      if (isError(error)) console.log(code.slice(0, 4), typeof bytes, error.code);
    }
  `;
  const rules = { ...strictest, module: "Node16", types: ["node"], rootDir: "." };
  const files = {
    "old.cts": text,
    "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["old.cts"] }),
  };
  const { run } = createProject(files, ["@types/node", "undici-types"]);
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
  expect(run(process.execPath, "--no-warnings", "old.cjs")).toBe("<svg function DATA_MISSING\n");
});

test("the library in CommonJS needs no TextEncoder, which the page that Jest emulates does not have", () => {
  const program = `delete globalThis.TextEncoder;
    delete globalThis.TextDecoder;
    const { toDataUrl, toPng } = require("./node_modules/isoqr/dist/commonjs/index.cjs");
    console.log(toDataUrl("漢字", { format: "svg" }).slice(0, 14), toPng("x")[1]);`;
  const { run } = createProject({ "old.cjs": program });
  expect(run(process.execPath, "old.cjs")).toBe("data:image/svg 80\n");
});

test("isoqr/strict works in Node.js without WebAssembly, with every entry that draws", () => {
  const draw = "console.log(typeof WebAssembly, isoqr.toPng('x').length, isoqr.toSvg('x').length)";
  const files = {
    "page.mjs": `import "isoqr/strict"; import * as isoqr from "isoqr"; ${draw}`,
    "after.mjs": `import * as isoqr from "isoqr"; import "isoqr/strict"; ${draw}`,
    "new.cjs": `require("isoqr/strict"); const isoqr = require("isoqr"); ${draw}`,
    "old.cjs": `require("isoqr/strict"); const isoqr = require("./node_modules/isoqr/dist/commonjs/index.cjs"); ${draw}`,
    "more.mjs": `import "isoqr/strict";
      import { renderToString } from "isoqr/element";
      import { createApp, createService } from "isoqr/app";
      import { createPool } from "isoqr/workers";
      const pool = createPool({ size: 1 });
      const { body } = await createService().generate({ data: "x", format: "png" });
      console.log(typeof WebAssembly, (await pool.toPng("x")).length, body.length, typeof createApp, renderToString({ data: "x" }).slice(0, 8));
      pool.dispose();`,
    "without.mjs": `import { toSvg } from "isoqr"; try { toSvg("x"); } catch ({ code }) { console.log(code); }`,
  };
  const { run } = createProject(files);
  const seen = (file: string) => run(process.execPath, "--jitless", "--no-warnings", file).trim();
  const [png, svg] = [toPng("x").length, toSvg("x").length];
  for (const file of ["page.mjs", "after.mjs", "new.cjs", "old.cjs"]) {
    expect(seen(file), file).toBe(`undefined ${png} ${svg}`);
  }
  expect(seen("more.mjs")).toBe(`undefined ${png} ${png} function <qr-code`);
  expect(seen("without.mjs")).toBe("NOT_SUPPORTED");
});

test("every entry has a folder for resolvers that do not read exports", () => {
  const { exports } = createRequire(import.meta.url)("../../package.json");
  const { folder } = createProject({});
  const isoqr = join(folder, "node_modules/isoqr");
  const entries = Object.keys(exports).filter((name) => name !== "." && name !== "./package.json");
  expect(entries.length).toBeGreaterThan(18);
  for (const entry of entries) {
    const stub = JSON.parse(readFileSync(join(isoqr, entry, "package.json"), "utf8"));
    expect(Object.keys(stub), entry).toEqual(expect.arrayContaining(["main", "module", "types"]));
    const paths = Object.values<string>(stub).map((path) => join(isoqr, entry, path));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  }
});

test("CommonJS can require every entry, because none uses top-level await", () => {
  const { exports } = createRequire(import.meta.url)("../../package.json") as { readonly exports: object };
  const names = Object.keys(exports)
    .filter((name) => name !== "./package.json" && name !== "./core.wasm" && name !== "./worker")
    .map((name) => name.replace(/^\./, "isoqr"));
  expect(names.length).toBeGreaterThan(8);
  const { run } = createProject(
    {
      "old.cjs": `for (const name of ${JSON.stringify(names)}) if (!require(name)) throw new Error(name);`,
    },
    ["react", "vue"],
  );
  expect(() => run(process.execPath, "--no-warnings", "old.cjs")).not.toThrow();
});

test("entries export these names and no others", () => {
  const { run } = createProject({
    "names.mjs": `
      const names = ["isoqr", "isoqr/app", "isoqr/card", "isoqr/client", "isoqr/edge", "isoqr/element", "isoqr/node", "isoqr/payload", "isoqr/picture", "isoqr/print", "isoqr/sw/register", "isoqr/workers"];
      const entries = await Promise.all(names.map(async (name) => [name, Object.keys(await import(name))]));
      process.stdout.write(JSON.stringify(Object.fromEntries(entries)));
    `,
  });
  expect(JSON.parse(run(process.execPath, "--no-warnings", "names.mjs"))).toMatchInlineSnapshot(`
    {
      "isoqr": [
        "QrError",
        "design",
        "draw",
        "encode",
        "segments",
        "toCanvas",
        "toDataUrl",
        "toMatrix",
        "toPath",
        "toPng",
        "toSvg",
        "toSvgDataUrl",
        "toTerminal",
        "useCaptionFiles",
        "useCompiledCore",
      ],
      "isoqr/app": [
        "createApp",
        "createHandler",
        "createService",
      ],
      "isoqr/card": [
        "QrError",
        "toCard",
      ],
      "isoqr/client": [
        "QrError",
        "createClient",
      ],
      "isoqr/edge": [
        "createEdge",
      ],
      "isoqr/element": [
        "QrCodeElement",
        "QrError",
        "define",
        "renderToString",
        "useCaptionFiles",
      ],
      "isoqr/node": [
        "createListener",
        "openLinks",
        "startServer",
      ],
      "isoqr/payload": [
        "QrError",
        "bitcoin",
        "detect",
        "event",
        "geo",
        "kinds",
        "mail",
        "mecard",
        "otp",
        "phone",
        "plainText",
        "product",
        "sepa",
        "sms",
        "url",
        "vcard",
        "wifi",
      ],
      "isoqr/picture": [
        "QrError",
        "toPictureCode",
      ],
      "isoqr/print": [
        "QrError",
        "toEps",
        "toPdf",
      ],
      "isoqr/sw/register": [
        "drawCaption",
        "outlineLogo",
        "register",
      ],
      "isoqr/workers": [
        "QrError",
        "createPool",
      ],
    }
  `);
});

test("all entries throw errors of the same class", () => {
  const { run } = createProject({
    "errors.mjs": `
      import { draw, QrError, toSvg } from "isoqr";
      const names = ["isoqr/card", "isoqr/client", "isoqr/element", "isoqr/payload", "isoqr/picture", "isoqr/print", "isoqr/workers"];
      const classes = await Promise.all(names.map(async (name) => (await import(name)).QrError));
      const { createPool } = await import("isoqr/workers");
      const pool = createPool();
      const thrown = [
        await Promise.resolve().then(() => toSvg("x", { size: 1 })).catch((error) => error),
        await draw("x", { logo: new Uint8Array(9) }).catch((error) => error),
        await pool.toPng("x", { size: 1 }).catch((error) => error),
      ];
      pool.dispose();
      process.stdout.write(JSON.stringify([...classes.map((one) => one === QrError), ...thrown.map((one) => one instanceof QrError)]));
    `,
  });
  expect(JSON.parse(run(process.execPath, "--no-warnings", "errors.mjs"))).toEqual(Array(10).fill(true));
});
