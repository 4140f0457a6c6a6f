import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type CanvasLike,
  design,
  type EcLevel,
  encode,
  type Gradient,
  type QrData,
  QrError,
  type QrSymbol,
  segments,
  toCanvas,
  toDataUrl,
  toMatrix,
  toPng,
  toSvg,
  toTerminal,
  useCompiledCore,
} from "isoqr";
import { createApp, createHandler, createService, type QrApi } from "isoqr/app";
import { toCard } from "isoqr/card";
import { createClient, type ShortLink } from "isoqr/client";
import type core from "isoqr/core.wasm";
import { define, type QrCodeElement, renderToString } from "isoqr/element";
import { openLinks, startServer } from "isoqr/node";
import { detect, type Payload, wifi } from "isoqr/payload";
import { createPool } from "isoqr/workers";

// This program uses every entry. It is compiled under the strictest rules and then run, with no other package
// installed.

const ec: EcLevel = "Q";
const symbol: QrSymbol = encode("https://example.com", { ec, version: 2, mask: 3 });
const bytes = toPng("x", { size: 64, color: "112233" });
const svg: string = toSvg("x", { title: "A code", margin: 0 });
const file = new Blob([bytes, svg]);
const list: QrData = segments([
  { mode: "byte", data: Uint8Array.of(1) },
  { mode: "kanji", data: "漢" },
]);
const shown: string = toDataUrl(list, { format: "svg", bg: "transparent" }) + toTerminal("x", { ansi: false });
const draw = (canvas: CanvasLike) => toCanvas(canvas, "x", { size: 64 });
const gradient: Gradient = { type: "linear", angle: 45, stops: ["#1a5fb4", { color: "#813d9c", position: 80 }] };
const brand = design({ gradient, bgGradient: { type: "radial", stops: ["#fff", "#f9f06b"] } });
const styled = (code: QrCodeElement): string | undefined => {
  code.gradient = gradient;
  code.eyeGradient = null;
  return code.gradient;
};
// @ts-expect-error a radial gradient has no angle
const turned: Gradient = { type: "radial", angle: 45, stops: ["#000", "#123"] };
// @ts-expect-error a stop has a position
const placed = () => design({ gradient: { type: "radial", stops: [{ color: "#000", offset: 0.5 }, "#123"] } });
// @ts-expect-error a URL contains a gradient as text
const asked = () => createClient({ baseUrl: "https://example.com" }).generateUrl({ data: "x", gradient });
// @ts-expect-error in numeric mode, data is a string
const mixed = () => segments([{ mode: "numeric", data: Uint8Array.of(1) }]);
// @ts-expect-error a level is one of four letters
const wrong = () => encode("x", { ec: "X" });
// @ts-expect-error a matrix has no colour
const odd = () => toMatrix("x", { color: "000000" });
// @ts-expect-error `security` is one of five words
const open = () => wifi.build({ ssid: "x", security: "none" });
const network: Payload = detect(wifi.build({ ssid: "x", password: "12345678", hidden: true }));

const query = "data=x&size=64&color=112233";
const same = (body: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(body)).equals(bytes);

const server = await startServer({ port: 0, host: "127.0.0.1" });
const served = await fetch(`${server.url}/api/qr?${query}`);
const svgFile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const svgLogo = await askWithLogo(svgFile);
const webpLogo = await askWithLogo(readFileSync("logo.webp"));
const report = await fetch(`${server.url}/api/qr/validate?data=x`);
const linked = await fetch(`${server.url}/api/i?data=x`);
const response = await fetch(`${server.url}/docs`);
const agent = await fetch(`${server.url}/mcp`, {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
});
const tools = await agent.text();
await server.close();

const api: QrApi = createService();
const app: (request: Request) => Promise<Response> = createApp(api);
const called = await app(new Request(`http://localhost/api/qr?${query}`));
const client = createClient({ baseUrl: "http://localhost", fetch: app });
const fetched: { body: Uint8Array } = await client.generate({ data: "x", size: 64, color: "112233" });
const link = (): Promise<ShortLink> => client.createLink({ data: "x" });
const own = new Blob([(await api.generate({ data: "x" })).body]);
const handled = await createHandler()(new Request("http://localhost/healthz"));

const pool = createPool({ size: 1 });
const pooled = await pool.toPng("x", { size: 64, color: "112233" });
const pooledLogo = await messageOf(pool.toPng("x", { logoData: svgFile.toString("base64") }));
const files: Blob[] = [];
for await (const entry of pool.batch([{ data: "a" }, { data: "b", format: "svg" }])) {
  if ("error" in entry) console.warn(entry.error.message);
  else files[entry.index] = new Blob([entry.picture.body], { type: entry.picture.contentType });
}
pool.dispose();
define();

const checks: Record<string, boolean> = {
  version: symbol.version === 2 && symbol.mask === 3 && symbol.ec === "Q",
  matrix: toMatrix("x").size === 21,
  outputs: shown.startsWith("data:image/svg+xml,") && shown.includes("▀") && draw.length === 1,
  svg: svg.includes("<title>A code</title>"),
  errors: throwsQrError(wrong) && throwsQrError(open) && throwsQrError(mixed) && odd !== undefined,
  gradients:
    toSvg("x", brand).includes('offset="0.8"') &&
    renderToString({ data: "x", gradient }).includes(' gradient="linear,45,#1a5fb4,#813d9c@80"') &&
    [styled, turned, placed, asked].length === 4,
  payload: network.kind === "wifi" && network.secret,
  served: same(await served.arrayBuffer()),
  called: same(await called.arrayBuffer()),
  fetched: same(fetched.body) && link !== undefined,
  handled: handled.status === 200,
  pooled: same(pooled),
  blobs: [file, own, ...files].length === 4 && files.every(({ size }) => size > 0),
  element: renderToString({ data: "x" }).includes("shadowrootmode"),
  core: same(await pngOfFile()),
  report: report.status === 200,
  links: linked.status === 200,
  reference: response.status === 200,
  agents: tools.includes("generate_qr"),
  // Functions that need a missing package name it in the error message.
  card: (await messageOf(toCard({ data: "x" }))).endsWith(
    "npm install harfbuzzjs woff2-encoder @resvg/resvg-wasm @fontsource-variable/noto-sans",
  ),
  svgLogo: svgLogo.endsWith("npm install @resvg/resvg-wasm"),
  pooledLogo: pooledLogo.endsWith("npm install @resvg/resvg-wasm"),
  webpLogo: webpLogo.endsWith("npm install @jsquash/webp"),
  sqlite: (await messageOf(openLinks("sqlite:links.db"))).endsWith(
    "run npm install libsql, or add --links memory: to keep links in memory",
  ),
};
const failed = Object.keys(checks).filter((name) => !checks[name]);
if (failed.length > 0) throw new Error(`the packed package fails: ${failed.join(", ")}`);
console.log("all is well");

async function askWithLogo(file: Buffer): Promise<string> {
  const body = JSON.stringify({ data: "x", logoData: file.toString("base64") });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server.url}/api/qr`, { method: "POST", headers, body });
  const { error } = (await answer.json()) as { readonly error: string };
  return `${answer.status} ${error}`;
}

async function pngOfFile(): Promise<Uint8Array> {
  const module: typeof core = await WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve("isoqr/core.wasm")),
  );
  useCompiledCore(module);
  return toPng("x", { size: 64, color: "112233" });
}

function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "",
    (error: unknown) => String(error),
  );
}

function throwsQrError(action: () => unknown): boolean {
  try {
    action();
  } catch (error) {
    return error instanceof QrError && error.code === "INVALID_OPTION";
  }
  return false;
}
