import type { Engine } from "./engine.ts";
import type { Policy } from "./site.ts";

/** Measurements in browsers. Each is a function body that runs in a new page. All times are in milliseconds. */

/** Resolves to the result of `script` in a page under `policy` on the test site. */
export async function askPage<Answer>(engine: Engine, site: Site, policy: Policy, script: string): Promise<Answer> {
  const page = await engine.open(site.page(policy));
  try {
    return (await page.run(script)) as Answer;
  } finally {
    await page.close();
  }
}

interface Site {
  page(policy: Policy): string;
}

/** Returns `program` with code that records how long its evaluation takes. */
export const timed = (program: string): string =>
  `const began = performance.now();\n${program}\nglobalThis.evaluated = performance.now() - began;\n`;

/** Imports the program `file` of the app, which must be wrapped by `timed`, and draws a QR code with `draw`. Fetches
 *  the program in advance. Returns [evaluation time, time from import() to the QR code]. */
export const evaluation = (file: string, draw: string): string => `
  const text = await (await fetch("/isolated/app/${file}")).text();
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const start = performance.now();
  await import(address);
  if (!${draw}("https://example.com").startsWith("<svg")) throw new Error("the program did not return an SVG");
  return [evaluated, performance.now() - start];`;

/** Returns the time to create, upgrade and draw 300 elements, all in the viewport. */
export const threeHundred = (policy: Policy): string => `
  const element = await import("/${policy}/lib/element.js");
  document.body.innerHTML = "<style>qr-code { width: 40px }</style>" +
    Array.from({ length: 300 }, (_, i) => "<qr-code data='https://example.com/" + i + "'></qr-code>").join(" ");
  const all = new Promise((resolve) => {
    let count = 300;
    document.addEventListener("qr-render", () => --count || resolve());
  });
  const start = performance.now();
  element.define();
  await all;
  return performance.now() - start;`;

/** Scrolls through 1,000 elements. Returns [total drawing time, longest batch]. Elements that come into view together
 *  are drawn and timed as a batch. A clock with a resolution of one millisecond cannot time a single element, but its
 *  errors cancel out over many elements. */
export const thousand = (policy: Policy): string => `
  const { define, QrCodeElement } = await import("/${policy}/lib/element.js");
  const { draw } = QrCodeElement.prototype;
  let [drawing, longest, start] = [0, 0];
  QrCodeElement.prototype.draw = function () {
    if (start === undefined) {
      start = performance.now();
      // Runs after all elements of the batch are drawn.
      queueMicrotask(() => {
        const took = performance.now() - start;
        drawing += took;
        longest = Math.max(longest, took);
        start = undefined;
      });
    }
    draw.call(this);
  };
  document.body.innerHTML = "<style>qr-code { display: block; width: 200px }</style>" +
    Array.from({ length: 1000 }, (_, i) => "<qr-code data='https://example.com/" + i + "'></qr-code>").join(" ");
  let left = 1000;
  document.addEventListener("qr-render", () => left--);
  define();
  const end = performance.now() + 60_000;
  while (left > 0) {
    if (performance.now() > end) throw new Error(left + " codes are not drawn");
    scrollBy(0, innerHeight / 2);
    // The timeout is for headless browsers, which may skip frames.
    await new Promise((resolve) => [requestAnimationFrame(resolve), setTimeout(resolve, 100)]);
  }
  return [drawing, longest];`;

/** Draws 2,000 PNGs of 512 pixels with a pool of two. Returns [longest task, number of images, total time]. */
export const twoThousand = (policy: Policy): string => `
  const { createPool } = await import("/${policy}/lib/workers.js");
  const { longestTask } = await import("/${policy}/pages/tasks.js");
  const pool = createPool({ size: 2 });
  try {
    await pool.toPng("the worker is there");
    const items = Array.from({ length: 2000 }, (_, index) => ({ data: "https://example.com/" + index }));
    const start = performance.now();
    let count = 0;
    const longest = await longestTask(async () => {
      for await (const entry of pool.batch(items, { options: { size: 512 } })) count += entry.picture.body.length > 100;
    });
    return [longest, count, performance.now() - start];
  } finally {
    pool.dispose();
  }`;

/** Returns the indices of the option sets for which `who` draws other bytes than the server. The library draws designs
 *  with `design`. `sets` is JSON. */
export const different = (policy: Policy, who: "library" | "designs" | "pool", sets: string): string => `
  const { designWith, differing, drawWith } = await import("/${policy}/pages/compare.js");
  ${policy === "strict" && who !== "pool" ? 'await import("/strict/lib/strict.js");' : ""}
  if ("${who}" !== "pool") {
    const library = await import("/${policy}/lib/index.js");
    return differing(${sets}, "${who}" === "designs" ? designWith(library) : drawWith(library));
  }
  const { createPool } = await import("/${policy}/lib/workers.js");
  const pool = createPool({ size: 2 });
  try { return await differing(${sets}, drawWith(pool)); } finally { pool.dispose(); }`;
