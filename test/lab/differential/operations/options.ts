import { pick, type Random } from "../../../core/texts.ts";
import { lookSets, optionSets } from "../../../engines/option-sets.ts";
import { logoFile } from "../../../logo/logos.ts";
import { brokenSeed } from "../../fuzz/generate.ts";
import { bytesOf } from "../../fuzz/recipe.ts";
import type { Source } from "../operations.ts";

type Words = Readonly<Record<string, unknown>>;

const FILES = [
  ["still.png", "image/png"],
  ["interlaced.png", "image/png"],
  ["baseline.jpg", "image/jpeg"],
  ["gray.jpg", "image/jpeg"],
  ["progressive.jpg", "image/jpeg"],
  ["cmyk.jpg", "image/jpeg"],
  ["alpha.webp", "image/webp"],
  ["still.gif", "image/gif"],
] as const;

const svg = (inside: string, more = 'viewBox="0 0 60 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`;

const SVGS = [
  svg('<circle cx="30" cy="20" r="18" fill="#a01020"/>'),
  svg(
    '<path d="M0 0h60v40H0z" fill="#fff"/><path d="M5 5l50 30" stroke="#000" stroke-width="4"/>',
    'width="60" height="40"',
  ),
  svg('<style>.a{fill:#0a2a7a}</style><rect class="a" width="60" height="20"/><use href="#x"/>'),
  svg(
    '<defs><linearGradient id="g0"><stop stop-color="red"/></linearGradient></defs><rect fill="url(#g0)" width="9" height="9"/>',
  ),
  svg('<text x="5" y="30" font-size="20">Ab</text>'),
  svg("<script>alert(1)</script>"),
  svg('<image href="https://example.com/a.png"/>'),
  svg('<rect width="9" height="9"', ""),
  "not an image",
];

/** Returns a logo as a data URI: a picture of each format, an SVG, or a broken file. */
export function anyLogo({ random, from }: Source): string {
  const which = random(10);
  if (which < 4) return dataUri("image/svg+xml", Buffer.from(pick(random, SVGS)));
  const [name, type] = pick(random, FILES);
  const bytes = logoFile(name);
  if (which < 9) return dataUri(random(8) ? type : "image/png", bytes);
  return dataUri(type, bytesOf(from(brokenSeed(name, bytes.length))));
}

const dataUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

const CAPTIONS = ["Scan me", "Ouvert de 9 h à 18 h", "漢字かな", "مرحبا", "👩‍👧 & <b>", "W".repeat(60), "a".repeat(61)];

/** Values of options that the sets do not contain, or that are not allowed. */
const EXTRA: Readonly<Record<string, readonly unknown[]>> = {
  caption: CAPTIONS,
  dotSize: [0.5, 0.49, 0.75, "0.9", 1.01],
  optimize: ["scan", "none", "Scan"],
  design: [
    '{"preset":"ocean"}',
    '{"eyeStyle":"leaf","color":"1a5fb4"}',
    "{",
    { dotStyle: "star", gradient: "none" },
    null,
  ],
  preset: ["ocean", "paper", "", null, "Ocean"],
  gradient: [
    "none",
    "linear,45,000000",
    "radial,000000,111111,222222,333333,444444,555555",
    "linear,360,000000,111111",
  ],
  eyeColor: ["#a51d2d", "a51d2d", "abc", "#abc"],
  color: ["fefefe", "#123", "123456", "transparent", 123456],
  bg: ["#fff", "000000", "Transparent"],
  ec: ["q", "h", "X", null],
  version: [0, 41, 1, "7", "07"],
  mask: [8, -1, "3"],
  margin: [0, 10, 11, "2", 1.5],
  size: [31, 32, 2048, 16_385, "100", " 100", Number.NaN],
  title: ["", "a\nb", "<&\"'>", "t".repeat(201)],
  logoSize: [0.1, 0.4, 0.41, "0.2"],
  logoMargin: [20, 21, "5"],
  logoMime: ["image/png", "image/gif", "image/svg+xml"],
  dotStyl: ["dots"],
  width: [200],
  errorCorrectionLevel: ["H"],
  boost: [false, "true", 1],
  eci: ["false", "yes"],
  format: ["json", "txt", "SVG", "gif", "png"],
};

/** Returns options as the HTTP API and the library have them. Most of them are valid. About a third describe a design. */
export function anyOptions(source: Source): Words {
  const { random } = source;
  const seed = random(2 ** 31);
  const sets = { plain: optionSets(1, seed)[0], look: lookSets(1, seed)[0] };
  const which = random(6);
  const chosen = which < 3 ? sets.plain : which < 5 ? sets.look : { ...sets.plain, ...sets.look };
  return {
    ...withoutLogo(random, chosen ?? {}),
    ...oddValues(random),
    ...(random(8) === 0 && { logoData: anyLogo(source) }),
  };
}

/** Drops most logos, because a server takes milliseconds to draw one. */
function withoutLogo(random: Random, { logoData, ...others }: Words): Words {
  return logoData !== undefined && random(3) === 0 ? { ...others, logoData } : others;
}

function oddValues(random: Random): Words {
  const count = pick(random, [0, 0, 0, 0, 1, 1, 2, 3]);
  const names = Array.from({ length: count }, () => pick(random, Object.keys(EXTRA)));
  return Object.fromEntries(names.map((name) => [name, pick(random, EXTRA[name] ?? [])]));
}
