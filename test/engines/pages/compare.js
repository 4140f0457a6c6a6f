/** Resolves to the indices of the option sets for which `draw` returns other bytes than the server, or throws another
 *  error. */
export async function differing(sets, draw) {
  const wrong = [];
  for (const [index, words] of sets.entries()) {
    const [mine, theirs] = await Promise.all([tried(() => draw(words)), served(words)]);
    if (!same(mine, theirs)) wrong.push(index);
  }
  return wrong;
}

/** Returns a function that draws with the library or with a pool. */
export function drawWith({ toPng, toSvg, draw }) {
  return ({ data, format, ...options }) => {
    if (format === "svg") return toSvg(data, options);
    // In the library, only `draw` draws PNGs with logos. Pools have no such function.
    return options.logoData && draw ? draw(data, options) : toPng(data, options);
  };
}

/** Returns a function that draws designs with the library. */
export function designWith({ toPng, toSvg, draw, design }) {
  return ({ data, format, ...options }) => {
    if (format === "svg") return toSvg(data, design(options));
    return options.logoData ? draw(data, options) : toPng(data, design(options));
  };
}

async function tried(draw) {
  try {
    return bytesOf(await draw());
  } catch (error) {
    return error.message;
  }
}

async function served(words) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/qr", { method: "POST", headers, body: JSON.stringify(words) });
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : (await answer.json()).error;
}

function bytesOf(picture) {
  return typeof picture === "string" ? new TextEncoder().encode(picture) : picture;
}

function same(a, b) {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
