import { readFileSync } from "node:fs";
import { createHeavyWork } from "../src/runtime/heavy-work.ts";
import { createService } from "../src/service/service.ts";

const logo = readFileSync(new URL("../docs/logos/leaf.svg", import.meta.url)).toString("base64");
const input = { data: "https://example.com", logoData: logo, size: 264, margin: 2 };

/** The options of each image. */
const optionsOf: Readonly<Record<string, object>> = {
  "docs/logos/plain.png": {},
  "docs/logos/margin.png": { logoMargin: 8 },
  "docs/logos/dots.png": { dotStyle: "dots", color: "0b6b52", logoSize: 0.3 },
  "docs/logos/rounded.png": { dotStyle: "extra-rounded", color: "143d59", bg: "f4f9f4", logoMargin: 6, logoSize: 0.2 },
};

const service = createService({ heavy: createHeavyWork() });

/** The images with logos in docs/options.md: the path and the PNG of each image. */
export const logoPictures: readonly (readonly [string, Uint8Array])[] = await Promise.all(
  Object.entries(optionsOf).map(async ([name, more]) => {
    const { body } = await service.generate({ ...input, ...more });
    return [name, body as Uint8Array] as const;
  }),
);
