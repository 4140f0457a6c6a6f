/** The number of pictures in each response of the server. A request for each picture would take longer than drawing
 *  it. */
const AT_ONCE = 50;

/** Resolves to the indices of the option sets for which `draw` returns other bytes than the server, or throws another
 *  error. */
export async function differing(sets, draw) {
  const wrong = [];
  for (let start = 0; start < sets.length; start += AT_ONCE) {
    const some = sets.slice(start, start + AT_ONCE);
    const theirs = await served(some);
    for (const [at, words] of some.entries()) {
      const mine = await tried(() => draw(words));
      if (!same(mine, theirs[at])) wrong.push(start + at);
    }
  }
  return wrong;
}

/** Returns a function that draws with the library or with a pool. */
export function drawWith({ toPng, toSvg, draw }) {
  return ({ data, format, ...options }) => {
    if (format === "svg") return toSvg(data, options);
    // PNGs have no title, so `toPng` rejects it.
    const { title, ...untitled } = options;
    // Pools have no `draw`, and draw logos with `toPng`.
    if (!draw) return toPng(data, untitled);
    const { logoSize, logoMargin, ...others } = untitled;
    return options.logoData ? draw(data, options) : toPng(data, others);
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

/** Resolves to the bytes of the server's picture, or its error message, for each option set. */
async function served(sets) {
  const answer = await fetch("/pictures", { method: "POST", body: JSON.stringify(sets) });
  const pictures = await answer.json();
  if (pictures.length !== sets.length) throw new Error("the server did not respond to every set");
  return pictures.map(({ body, error }) => error ?? Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)));
}

function bytesOf(picture) {
  return typeof picture === "string" ? new TextEncoder().encode(picture) : picture;
}

function same(a, b) {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
