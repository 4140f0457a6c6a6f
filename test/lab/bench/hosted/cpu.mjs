import { fileURLToPath } from "node:url";
import { flood, median } from "./load.mjs";
import { fixed, light } from "./requests.mjs";
import { serve } from "./server.mjs";

/** Measures the server's processor time per request in microseconds: for an image, for a constant response, for a
 *  constant kilobyte from plain node:http, and for the same image from express and qrcode. The measurements take turns.
 *  The result of each is its fastest round, because other programs can only slow rounds down. */
export async function measureCpu({ rounds }) {
  const by = (name) => serve({}, { script: fileURLToPath(new URL(name, import.meta.url)) });
  const servers = [await serve(), await by("bare-server.mjs"), await by("express-server.mjs")];
  const [own, bare, express] = servers;
  const contestants = {
    fixed: { server: own, next: fixed, count: 10_000 },
    picture: { server: own, next: light, count: 10_000 },
    bare: { server: bare, next: light, count: 10_000 },
    express: { server: express, next: light, count: 200 },
  };
  const times = { fixed: [], picture: [], bare: [], express: [] };
  const rates = [];
  try {
    for (let round = -3; round < rounds; round++) {
      for (const [name, { server, next, count }] of Object.entries(contestants)) {
        const [before, began] = [server.cpu(), performance.now()];
        const statuses = await flood(server.url, { lanes: 8, count, next });
        if (statuses[200] !== count) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
        if (round < 0) continue;
        times[name].push((server.cpu() - before) / count);
        if (name === "picture") rates.push((count * 1000) / (performance.now() - began));
      }
    }
  } finally {
    await Promise.all(servers.map(({ end }) => end()));
  }
  const [fixedTime, picture, bareTime, others] = [times.fixed, times.picture, times.bare, times.express].map((all) =>
    Math.min(...all),
  );
  const us = (time) => `${time < 100 ? time.toFixed(1) : Math.round(time)} us`;
  return {
    rows: [
      {
        label: "processor time of a 256 px PNG, distinct data, relative to the fixed route",
        least: 2,
        aim: 1.4,
        measured: picture / fixedTime,
        unit: "x",
        better: "less",
        note: `${us(picture)}; fixed route ${us(fixedTime)}`,
      },
      {
        label: "the same, relative to a fixed kilobyte from plain node:http",
        least: 2.4,
        measured: picture / bareTime,
        unit: "x",
        better: "less",
        note: `${us(picture)}; node:http ${us(bareTime)}`,
      },
      {
        label: "the same PNG from express and npm qrcode, relative to isoqr",
        least: 50,
        aim: 110,
        measured: others / picture,
        unit: "x",
        better: "more",
        note: `${us(others)}; isoqr ${us(picture)}`,
      },
    ],
    figures: { pictureMicroseconds: picture, fixedMicroseconds: fixedTime, picturesASecond: median(rates) },
  };
}
