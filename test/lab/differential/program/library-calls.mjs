import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { attempt } from "./plain.mjs";

/** Returns functions that run the operations on the library, the payloads and the element. */
export function openCalls({ library, payload, react }) {
  return {
    library: ({ call, args }) =>
      attempt(() => {
        const [first, ...others] = args.map((value) => revived(value, library));
        if (call !== "toCanvas") return library[call](first, ...others);
        const canvas = createCanvas();
        library.toCanvas(canvas, first, ...others);
        return canvas;
      }),
    payload: ({ call, of, args }) =>
      attempt(() => {
        const values = args.map((value) => revived(value, library));
        if (call === "detect") return payload.detect(...values);
        return payload.kinds.find(({ name }) => name === of)[call](...values);
      }),
    element: ({ attributes }) => attempt(() => renderToStaticMarkup(createElement(react.QrCode, attributes))),
  };
}

/** Values that messages between processes cannot contain. */
const values = {
  function: () => () => "text",
  symbol: () => Symbol("text"),
  bare: () => Object.assign(Object.create(null), { size: 100 }),
  frozen: () => Object.freeze({ size: 100, margin: 2 }),
  string: () => new String("text"),
  promise: () => Promise.resolve("text"),
  canvas: () => ({ width: 0, height: 0 }),
  throwing: () => ({
    get size() {
      throw new RangeError("size is not available");
    },
  }),
};

/** Returns a value of an operation with its markers replaced. */
function revived(value, library) {
  const marker = value?.$;
  if (marker === "design") return { ...library.design(revived(value.of, library)), ...value.over };
  if (marker === "segments") return library.segments(value.of);
  if (marker === "blob") return new Blob([value.of]);
  return typeof marker === "string" ? values[marker]() : value;
}

/** Returns a canvas that keeps the pixels. */
function createCanvas() {
  const canvas = {
    width: 0,
    height: 0,
    strips: [],
    getContext: () => ({
      createImageData: (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
      putImageData: ({ data }, x, y) => void canvas.strips.push({ x, y, data: data.slice() }),
    }),
  };
  return canvas;
}
