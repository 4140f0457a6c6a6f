import { PNG } from "pngjs";
import { createPool } from "../texts.mjs";

const { texts } = createPool("url25");
let counter = 0;

/** Returns a string that has not been requested before. */
export function distinct() {
  counter += 1;
  return `${texts[counter % texts.length]}-${counter}`;
}

/** Returns a request to a trivial route. Its URL is as long as that of an image. */
export const fixed = () => ({ path: `/healthz?data=${encodeURIComponent(distinct())}&size=256` });

/** Returns a request for an image of 256 pixels, the typical request. */
export const light = () => ({ path: `/api/qr?data=${encodeURIComponent(distinct())}&size=256` });

/** Returns a request for a card. A thread needs tens of milliseconds to draw the card. */
export const heavy = () => ({ path: `/api/og?data=https://example.com&title=${encodeURIComponent(distinct())}` });

/** Returns a request for a batch of fifty images of 2048 pixels, each with a different logo. */
export function largeBatch() {
  const items = Array.from({ length: 50 }, (_, i) => ({ data: distinct(), logoData: logos[i] }));
  return { method: "POST", path: "/api/qr/batch", body: JSON.stringify({ options: { size: 2048 }, items }) };
}

/** The logos of the large batch: discs of 200 pixels, each in a different colour. */
const logos = Array.from({ length: 50 }, (_, seed) => {
  const picture = new PNG({ width: 200, height: 200 });
  for (let y = 0; y < 200; y++) {
    for (let x = 0; x < 200; x++) {
      const inside = (x - 100) ** 2 + (y - 100) ** 2 < 9_800;
      picture.data.set([5 * seed, 120 + (x >> 2), 200 - (y >> 2), inside ? 255 : 0], 4 * (200 * y + x));
    }
  }
  return `data:image/png;base64,${PNG.sync.write(picture).toString("base64")}`;
});
