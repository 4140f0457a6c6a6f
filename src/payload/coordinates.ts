import { urlOf } from "../text/url.ts";

export interface Degrees {
  readonly latitude: string;
  readonly longitude: string;
}

/** A place from text that a user pasted or typed. */
export interface Place extends Degrees {
  readonly name?: string;
  /** Whether the coordinates are the centre of a map, which may differ from the place. */
  readonly isMapCenter?: true;
}

const MAX_DEGREES = { latitude: 90, longitude: 180 } as const;
const LETTERS = { latitude: /[NS]/i, longitude: /[EW]/i } as const;

/** Matches degrees, with or without minutes and seconds, and a letter before or after them. Does not match the letter
 *  O, which is east in German but west in French. */
const ANGLE =
  /^([NSEW])?\s*([+-]?[0-9]{1,3}(?:[.,][0-9]{0,15})?)\s*(?:[°º]\s*(?:([0-9]{1,2}(?:[.,][0-9]{0,10})?)\s*['′’]\s*(?:([0-9]{1,2}(?:[.,][0-9]{0,10})?)\s*(?:["″”]|''|′′)\s*)?)?)?([NSEW])?$/i;

/** Returns the decimal degrees of an angle such as "48,8584", "48.8584° N" or "48°51'30.2\"N", or undefined if it is
 *  not a valid latitude or longitude. */
export function readAngle(text: string, name: keyof Degrees): string | undefined {
  const [whole, before, degrees = "", minutes, seconds, after] = ANGLE.exec(text.trim()) ?? [];
  const letter = before ?? after ?? "";
  if (whole === undefined || (before && after) || (letter !== "" && !LETTERS[name].test(letter))) return undefined;
  const decimal = (part = "0") => part.replace(",", ".").replace(/\.$/, "").replace(/^\+/, "");
  if (Number(decimal(minutes)) >= 60 || Number(decimal(seconds)) >= 60) return undefined;
  const isNegative = degrees.startsWith("-");
  if (isNegative && letter !== "") return undefined;
  const size =
    Number(decimal(degrees).replace("-", "")) + Number(decimal(minutes)) / 60 + Number(decimal(seconds)) / 3600;
  if (size > MAX_DEGREES[name]) return undefined;
  const sign = isNegative || /[SW]/i.test(letter) ? "-" : "";
  // Six decimal places are precise to 11 cm.
  const shown = minutes === undefined ? decimal(degrees).replace("-", "") : String(Number(size.toFixed(6)));
  return Number(shown) === 0 ? "0" : `${sign}${shown}`;
}

/** Returns the place that `text` describes: a pair of coordinates, latitude first, or a link to a map. Returns undefined
 *  for other text and for a single number. */
export function readPlace(text: string): Place | undefined {
  const bare = text.trim().replace(/^\((.*)\)$/s, "$1");
  return /^https?:/i.test(bare) ? readMapLink(bare) : readPair(bare);
}

/** Ways to divide a pair into two angles. In "48,8584, 2,2945" and "48,8584 2,2945", commas are decimal. */
const DIVISIONS: readonly RegExp[] = [
  /^([^NSEW]*[NSEW])[\s,;]*([0-9][^NSEW]*[NSEW])$/i,
  /^([NSEW][^NSEW]*[^NSEW\s,;])[\s,;]+([NSEW][^NSEW]*)$/i,
  /^([^;\n/]+)[;\n/]([^;\n/]+)$/,
  /^(\S+),\s+(\S+)$/,
  /^(\S+)\s+(\S+)$/,
  /^([+-]?[0-9]+\.[0-9]*),([+-]?[0-9]+(?:\.[0-9]*)?)$/,
  /^([+-]?[0-9]+),([+-]?[0-9]+\.[0-9]*)$/,
  /^([+-]?[0-9]+,[0-9]+),([+-]?[0-9]+,[0-9]+)$/,
];

function readPair(text: string): Degrees | undefined {
  for (const division of DIVISIONS) {
    const [, first, second] = division.exec(text) ?? [];
    const pair = first !== undefined && second !== undefined && (pairOf(first, second) ?? pairOf(second, first));
    if (pair) return pair;
  }
  return undefined;
}

/** Returns the pair if the angles are valid. Coordinates are swapped only if they cannot be in the usual order. */
function pairOf(first: string, second: string): Degrees | undefined {
  const latitude = readAngle(first, "latitude");
  const longitude = readAngle(second, "longitude");
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** Hosts of map services whose links contain coordinates in WGS 84. */
const MAPS =
  /(?:^|\.)(?:google\.(?:[a-z]{2,3}\.)?[a-z]{2,3}|maps\.apple\.com|openstreetmap\.org|osm\.org|waze\.com|bing\.com)$/i;

/** Query parameters that may contain a pair of coordinates. */
const PAIRS = ["q", "query", "ll", "sll", "coordinate", "destination", "daddr", "center", "cp"];

function readMapLink(text: string): Place | undefined {
  const url = urlOf(text);
  if (!url) return undefined;
  const { hostname, pathname, searchParams, hash, href } = url;
  if (!MAPS.test(hostname)) return undefined;
  const [, encodedName = ""] = /\/maps\/place\/([^/@]+)/.exec(pathname) ?? [];
  const title = nameOf(searchParams.get("q") ?? encodedName);
  const name = title === "" || readPair(title) ? {} : { name: title };
  // In a link from Google Maps, !3d and !4d are the place, and @ is the centre of the map.
  const marker = [...href.matchAll(/!3d(-?[0-9.]+)!4d(-?[0-9.]+)/g)].at(-1);
  const pins = [
    marker && `${marker[1]}, ${marker[2]}`,
    `${searchParams.get("mlat") ?? ""}, ${searchParams.get("mlon") ?? ""}`,
    ...PAIRS.map((key) => searchParams.get(key)?.replace("~", ", ")),
    nameOf(/\/maps\/(?:place|search|dir\/)\/?([^/@]+)/.exec(pathname)?.[1] ?? ""),
  ];
  for (const pin of pins) {
    const pair = pin && readPair(pin.trim());
    if (pair) return { ...pair, ...name };
  }
  const [, latitude, longitude] =
    /@(-?[0-9.]+),(-?[0-9.]+)/.exec(pathname) ?? /map=[0-9.]+\/(-?[0-9.]+)\/(-?[0-9.]+)/.exec(hash) ?? [];
  const center = latitude !== undefined && longitude !== undefined && pairOf(latitude, longitude);
  return center ? { ...center, ...name, isMapCenter: true } : undefined;
}

function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll("+", " ")).trim();
  } catch {
    return "";
  }
}
