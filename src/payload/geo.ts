import { decimalDegrees, metres } from "../messages/payload-rules.ts";
import { type Checked, defineKind } from "./kind.ts";
import { readPairs, writePairs } from "./pairs.ts";

const degrees = (most: number) =>
  ({
    kind: "line",
    max: 24,
    required: true,
    rule: decimalDegrees,
    values: { min: -most, max: most },
    tidy: (value: string) => value.trim(),
    test: (value: string) => isDecimal(value) && Math.abs(Number(value)) <= most,
  }) as const;

/** A place in WGS 84 coordinates (RFC 5870), with a name as in Android's geo URIs. If a URI has no coordinates, or "0,0",
 *  map apps search for its query, which may itself be coordinates. */
export const geo = defineKind({
  name: "geo",
  label: "Place",
  purpose: "see the place on a map",
  fields: {
    latitude: { label: "Latitude", ...degrees(90) },
    longitude: { label: "Longitude", ...degrees(180) },
    altitude: {
      label: "Altitude in metres",
      kind: "line",
      max: 24,
      rule: metres,
      test: isDecimal,
    },
    name: { label: "Name", kind: "line", max: 200 },
  },
  write({ latitude, longitude, altitude, name }) {
    const at = `${latitude},${longitude}`;
    const query = writePairs([["q", name === undefined ? undefined : `${at}(${name})`]]);
    return `geo:${at}${altitude === undefined ? "" : `,${altitude}`}${query}`;
  },
  read(text) {
    const [, at, query = ""] = /^geo:([0-9.,-]*)(?:;[^?#]*)?(\?[^#]*)?$/i.exec(text) ?? [];
    const asked = readPairs(query)?.get("q") ?? "";
    if (at === undefined || !readPairs(query) || (at === "" && asked === "")) return undefined;
    const [, placed, label] = /^(-?[0-9.]+,-?[0-9.]+)(?:\((.*)\))?$/s.exec(asked) ?? [];
    const [latitude, longitude, altitude, ...more] = (isUnplaced(at) ? (placed ?? ORIGIN) : at).split(",");
    if (more.length > 0) return undefined;
    return { latitude, longitude, altitude, name: placed === undefined ? asked : label };
  },
  title: ({ latitude, longitude, name }) => name ?? `${latitude}, ${longitude}`,
});

const ORIGIN = "0,0";

function isUnplaced(at: string): boolean {
  return at === "" || at === ORIGIN;
}

/** Returns the search query for a place without coordinates; undefined for a place with coordinates. */
export function searchOf({ latitude, longitude, name }: Checked<typeof geo.fields>): string | undefined {
  return isUnplaced(`${latitude},${longitude}`) ? name : undefined;
}

function isDecimal(value: string): boolean {
  return /^-?[0-9]{1,6}(?:\.[0-9]{1,15})?$/.test(value);
}
