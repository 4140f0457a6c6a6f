import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";

/** Measures the peak memory of a separate server that draws fifty images of 2048 pixels. Each image has a different
 *  logo of nearly 2 MB. The logos are noise, which hardly compresses. Systems without /proc skip this measurement. */

const program = fileURLToPath(new URL("../../../../dist/serve.js", import.meta.url));
const LOGOS = 5;

/** Returns a PNG of noise that depends only on `seed`. */
function noise(seed) {
  const picture = new PNG({ width: 760, height: 760 });
  let state = seed;
  for (let i = 0; i < picture.data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    picture.data[i] = i % 4 === 3 ? 255 : state >>> 24;
  }
  return PNG.sync.write(picture, { deflateLevel: 1 });
}

async function serveLogos() {
  const logos = Array.from({ length: LOGOS }, (_, i) => noise(i + 1));
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "image/png");
    response.end(logos[Number(request.url.slice(1)) % LOGOS]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Starts a server and resolves to its URL and its process. */
function serve() {
  const environment = { ...process.env, PORT: "0", LINKS: "memory:", LOGO_ALLOW_PRIVATE: "1" };
  const child = spawn(process.execPath, [program], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
      const url = /serving on (\S+)/.exec(output)?.[1];
      if (url) resolve({ url, child });
    });
    child.once("exit", () => reject(new Error("the server did not start")));
  });
}

/** Returns the peak resident memory in MB, or undefined without /proc. */
function mostMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

async function measureFormat(format, logos) {
  const { url, child } = await serve();
  try {
    const idle = mostMemory(child.pid);
    const items = Array.from({ length: 50 }, (_, i) => ({ data: `https://example.com/${i}`, logo: `${logos}/${i}` }));
    const answer = await fetch(`${url}/api/qr/batch`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ options: { size: 2048, logoSize: 0.4, format }, items }),
    });
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    // A smaller response means that some items have failed.
    if (bytes < 50_000_000) throw new Error(`a batch response of ${bytes} bytes must have all images`);
    return [idle, mostMemory(child.pid)];
  } finally {
    child.kill();
  }
}

export async function measureBatch() {
  if (mostMemory(process.pid) === undefined) return [];
  const logos = await serveLogos();
  try {
    const [idle, png] = await measureFormat("png", logos.url);
    const [, svg] = await measureFormat("svg", logos.url);
    const entry = (name, value) => ({ name, best: value, median: value });
    const label = "a batch of 50 images of 2048 px with large logos: peak memory of the server";
    return [{ id: "batch", label, unit: "MB", results: [entry("idle", idle), entry("png", png), entry("svg", svg)] }];
  } finally {
    logos.close();
  }
}
