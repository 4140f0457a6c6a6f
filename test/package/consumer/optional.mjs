/** Uses every optional package, and prints the results or error messages as JSON. */
import { readFileSync } from "node:fs";
import { toSvg } from "isoqr";
import { toCard } from "isoqr/card";
import { startServer } from "isoqr/node";

const start = (links) => startServer({ port: 0, host: "127.0.0.1", links });
const server = await start("memory:");

/** Resolves to "works", or to the error message in the response. */
async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(server.url + path, body && { method: "POST", headers, body: JSON.stringify(body) });
  return response.ok ? "works" : (await response.json()).error;
}
const askWithLogo = (file) => ask("/api/qr", { data: "x", logoData: Buffer.from(file).toString("base64") });
/** Resolves to "works" if every decoder read a code, or to the message of the first issue. */
async function scan() {
  const { scan, issues } = await (await fetch(`${server.url}/api/qr/validate?data=x`)).json();
  return scan?.decoders.every(({ passed }) => passed) ? "works" : issues[0]?.message;
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';

const uses = {
  library: async () => toSvg("x").startsWith("<svg") && "works",
  card: async () => (await toCard({ data: "x", title: "Ünïcode 😀" })) && "works",
  links: async () => (await start("sqlite:./links.db")).close().then(() => "works"),
  svgLogo: () => askWithLogo(svg),
  webpLogo: () => askWithLogo(readFileSync("logo.webp")),
  scan,
};
const seen = {};
for (const [name, use] of Object.entries(uses)) seen[name] = await use().catch(({ message }) => message);
await server.close();
console.log(JSON.stringify(seen));
