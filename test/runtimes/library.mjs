/** A program as users write it. It prints its results, so that runtimes can be compared. */
import { createHash } from "node:crypto";
import { design, draw, encode, QrError, toMatrix, toPng, toSvg } from "isoqr";
import { createClient } from "isoqr/client";
import { startServer } from "isoqr/node";
import { detect, wifi } from "isoqr/payload";
import { createPool } from "isoqr/workers";
import { captions, looks } from "./looks.mjs";

const hash = (value) => createHash("sha256").update(value).digest("hex");
const text = "Grüße, 世界 & 👩‍🚀?#";
const refusal = (draw) => {
  try {
    draw();
  } catch (error) {
    return error instanceof QrError && `${error.code} ${error.message}`;
  }
};

const printed = {
  png: hash(toPng(text, { size: 731, color: "1a2b3c", dotStyle: "extra-rounded" })),
  svg: hash(toSvg(text, { ec: "H", margin: 0 })),
  matrix: hash(JSON.stringify(toMatrix(text))),
  symbol: encode(text).version,
  payload: detect(wifi.build({ ssid: "a;b", password: "12345678" })),
  refusal: refusal(() => toPng("x".repeat(3000))),
};

printed.looks = [];
for (const { data, format, ...options } of looks) {
  const drawNow = format === "svg" ? toSvg : toPng;
  const picture = options.logoData ? await draw(data, { ...options, format }) : drawNow(data, design(options));
  printed.looks.push(hash(picture));
}

const pool = createPool({ size: 2 });
printed.pooled = hash(await pool.toPng(text, { size: 731, color: "1a2b3c", dotStyle: "extra-rounded" }));
printed.entries = [];
for await (const entry of pool.batch([{ data: "a" }, { data: "" }, { data: "b", format: "svg" }])) {
  printed.entries[entry.index] = entry.picture ? hash(entry.picture.body) : entry.error.code;
}
printed.late = await pool.toSvg(text, {}, { signal: AbortSignal.abort("late") }).catch(String);
pool.dispose();
printed.disposed = await pool.toSvg("x").catch((error) => error.code);

const server = await startServer({ port: 0, host: "127.0.0.1" });
const client = createClient({ baseUrl: server.url });
printed.asked = hash(new Uint8Array((await client.generate({ data: text, size: 731 })).body ?? []));
printed.captions = [];
for (const words of captions) {
  const { body } = await client.generate(words);
  printed.captions.push(hash(typeof body === "string" ? body : new Uint8Array(body)));
}
printed.batch = (await client.generateBatch({ items: [{ data: "a" }, {}] })).count;
printed.valid = (await client.validate({ data: "x" })).valid;
printed.link = (await client.createLink({ data: text })).id;
printed.wrong = await client.generate({ data: "x", size: 1 }).catch((error) => error.message);
printed.taken = await startServer({ port: Number(new URL(server.url).port), host: "127.0.0.1" }).catch((error) =>
  error.message.replace(/\d+ on/, "it on"),
);
await server.close();
console.log(JSON.stringify(printed));
