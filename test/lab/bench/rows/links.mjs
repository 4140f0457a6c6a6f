import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { summary } from "../race.mjs";
import { createPool } from "../texts.mjs";

/** Measures the time to create and to find a share page in SQLite. Also compares the processor time for an image that
 *  is requested by link with that for the same image requested by text. */

const { createHandler, createService } = await import(new URL("../../../../dist/app.js", import.meta.url).href);
const { openLinks } = await import(new URL("../../../../dist/node.js", import.meta.url).href);

const { texts } = createPool("url25");

/** The number of links that are requested in turn. It is twice the number that a server caches, so each link is read
 *  from the store. */
const LINKS = 2_000;

export async function measureLinks({ rounds, requests }) {
  const folder = mkdtempSync(join(tmpdir(), "isoqr-bench-"));
  const links = await openLinks(`sqlite:${join(folder, "links.db")}`);
  try {
    const stored = await measureStore(createService({ links }), rounds, Math.ceil(requests / 5));
    const pictures = await measurePictures(createHandler({}, { links }), rounds, requests);
    return [
      { id: "links", label: "share pages in SQLite, each synced to disk: time per link", unit: "us", results: stored },
      {
        id: "links png",
        label: "PNG behind a link, no socket: CPU time per request",
        unit: "us",
        results: pictures,
      },
    ];
  } finally {
    await links.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureStore(api, rounds, count) {
  let made = 0;
  let found = 0;
  const create = () => api.createLink({ data: `${texts[made % texts.length]}?${made++}` });
  const kinds = {
    "created, one after another": async () => {
      for (let i = 0; i < count; i++) await create();
    },
    "created, fifty at once": async () => {
      for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: Math.min(50, count - i) }, create));
    },
    found: async () => {
      for (let i = 0; i < count; i++) await api.readLink(ids[found++ % ids.length]);
    },
  };
  const ids = [];
  while (ids.length < LINKS) ids.push(...(await Promise.all(Array.from({ length: 50 }, create))).map(({ id }) => id));
  return schedules(kinds, rounds, count, () => performance.now() * 1000);
}

async function measurePictures(handler, rounds, count) {
  const ask = async (path) => {
    const response = await handler(new Request(`http://127.0.0.1${path}`));
    if (response.headers.get("Content-Type") !== "image/png") throw new Error(`${path}: ${response.status}`);
    await response.arrayBuffer();
  };
  const paths = [];
  for (let i = 0; i < LINKS; i++) {
    const query = `data=${encodeURIComponent(`${texts[i % texts.length]}#${i}`)}`;
    const { id } = await (await handler(new Request(`http://127.0.0.1/api/i?${query}`))).json();
    paths.push({ text: `/api/qr?${query}`, link: `/i/${id}.png` });
  }
  const turns = { text: 0, link: 0 };
  const kinds = Object.fromEntries(
    [
      ["by its text", "text"],
      ["by its link", "link"],
    ].map(([name, way]) => [
      name,
      async () => {
        for (let i = 0; i < count; i++) await ask(paths[turns[way]++ % paths.length][way]);
      },
    ]),
  );
  return schedules(kinds, rounds, count, () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  });
}

/** Measures the time per operation for each of `kinds`, in the unit of `clock`. Each call runs `count` operations of
 *  one kind, and the kinds take turns. */
async function schedules(kinds, rounds, count, clock) {
  const times = new Map(Object.keys(kinds).map((name) => [name, []]));
  for (let round = -Math.max(3, Math.ceil(rounds / 4)); round < rounds; round++) {
    for (const [name, run] of Object.entries(kinds)) {
      const before = clock();
      await run();
      if (round >= 0) times.get(name).push((clock() - before) / count);
    }
  }
  return [...times].map(([name, list]) => ({ name, ...summary(list) }));
}
