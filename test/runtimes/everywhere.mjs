/** A program that runs on every supported version of Node.js, as an ES module and, with `require`, in CommonJS. It prints its
 *  results, so that versions can be compared. */
import { createHash } from "node:crypto";
import * as library from "isoqr";
import { createClient, QrError } from "isoqr/client";

const { design, draw, encode, segments, toDataUrl, toMatrix, toPng, toSvg, toTerminal } = library;

const hash = (value) => createHash("sha256").update(value).digest("hex");
const text = "Grüße, 世界 & 👩‍🚀?#";

/** Resolves to the message of the QrError that `fail` throws or rejects with. */
async function messageOf(fail) {
  try {
    return await fail();
  } catch (error) {
    return error instanceof QrError ? error.message : error.stack;
  }
}

async function useLibrary() {
  const logo = toPng("logo", { size: 64 });
  const look = design({ preset: "slate", frame: "ticket" });
  return {
    svg: hash(toSvg(text, { ec: "H", margin: 0, title: "A code", logo })),
    png: hash(toPng(text, { size: 731, color: "1a2b3c", dotStyle: "extra-rounded" })),
    designs: [hash(toSvg(text, look)), hash(toPng(text, look))],
    url: hash(toDataUrl(text)),
    terminal: hash(toTerminal(text)),
    matrix: hash(JSON.stringify(toMatrix(text))),
    segments: encode(segments([{ mode: "numeric", data: "123" }])).version,
    drawn: hash(await draw(text, { logo, frame: "ticket", caption: "Scan me, スキャン" })),
    drawnAsSvg: hash(await draw(text, { logo, format: "svg", captionColor: "112233", frame: "ticket", caption: "x" })),
    sameClass: library.QrError === QrError,
    tooLong: await messageOf(() => toPng("x".repeat(3000))),
    surrogate: await messageOf(() => toSvg("\ud800")),
    noImage: await messageOf(() => draw(text, { logo: new Uint8Array(9) })),
    noUrl: await messageOf(() => draw(text, { logo: "file:///logo.png" })),
    unreachable: await messageOf(() => draw(text, { logo: "http://127.0.0.1:9/logo.png" })),
  };
}

/** Uses the entries that are only ES modules. */
async function useModules() {
  const { detect, kinds, vcard, wifi } = await import("isoqr/payload");
  const { createPool } = await import("isoqr/workers");
  const { renderToString } = await import("isoqr/element");
  const { toCard } = await import("isoqr/card");
  const pool = createPool({ size: 2 });
  const pooled = hash(await pool.toPng(text, { size: 300 }));
  pool.dispose();
  return {
    pooled,
    kinds: kinds.length,
    wifi: wifi.build({ ssid: "a;b", password: "12345678" }),
    contact: vcard.build({ firstName: "A", lastName: "B", url: "https://example.com/ä" }),
    surrogate: await messageOf(() => wifi.build({ ssid: "\ud800" })).then((message) => /ssid/.test(message)),
    links: ["https://bücher.example/ä", "https://maps.google.com/?q=1,2", "http://", "x"].map((one) => detect(one)),
    element: hash(renderToString({ data: text, logo: "/logo.png" })),
    card: hash(await toCard({ data: text, title: "Grüße" })),
  };
}

async function useClient() {
  const client = createClient({ baseUrl: process.env.SERVER });
  const bytesOf = async (picture) => hash(Buffer.from((await picture).body));
  const { token, url, ...link } = await client.createLink({ data: text });
  return {
    path: client.generateUrl({ data: text, title: "x" }).slice(process.env.SERVER.length),
    png: await bytesOf(client.generate({ data: text, size: 731 })),
    json: (await client.generateJson({ data: text })).size,
    batch: (await client.generateBatch({ items: [{ data: "a" }, {}] })).results.map(({ status }) => status),
    valid: (await client.validate({ data: "x" })).valid,
    inspected: (await client.inspect({ data: "x" })).valid,
    card: client.ogImageUrl({ data: "x" }).slice(process.env.SERVER.length),
    cardPicture: await bytesOf(client.generateOgImage({ data: "x", title: "A title" })),
    link: [link.id, /^[\w-]{43}$/.test(token), url.endsWith(link.id)],
    refusal: await messageOf(() => client.generate({ data: "x", size: 1 })),
    aborted: await client.generate({ data: "x" }, { signal: AbortSignal.abort("late") }).catch(String),
    lost: await messageOf(() => createClient({ baseUrl: "http://127.0.0.1:9" }).validate({ data: "x" })),
  };
}

Promise.all([useLibrary(), useModules(), useClient()]).then(([library, modules, client]) => {
  console.log(JSON.stringify({ library, modules, client }));
});
