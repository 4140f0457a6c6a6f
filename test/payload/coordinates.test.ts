import { expect, test } from "vitest";
import { readAngle, readPlace } from "../../src/payload/coordinates.ts";
import { understand } from "../../src/payload/typed-values.ts";

const EIFFEL = { latitude: "48.8584", longitude: "2.2945" };

test.each([
  "48.8584, 2.2945",
  "48.8584,2.2945",
  "48,8584, 2,2945",
  "48,8584,2,2945",
  "48,8584 2,2945",
  "48,8584; 2,2945",
  "(48.8584, 2.2945)",
  "48.8584° N, 2.2945° E",
  "N 48.8584 E 2.2945",
  "https://www.google.com/maps?q=48.8584,2.2945",
  "https://www.google.com/maps/search/?api=1&query=48.8584%2C2.2945",
  "https://www.google.de/maps/place/48.8584,2.2945",
  "https://maps.google.com/?ll=48.8584,2.2945",
  "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=5/1.0/2.0",
  "https://maps.apple.com/place?coordinate=48.8584,2.2945",
  "https://waze.com/ul?ll=48.8584,2.2945&navigate=yes",
  "https://www.bing.com/maps?cp=48.8584~2.2945",
])("reads the pair in %s", (text) => {
  expect(readPlace(text)).toEqual(EIFFEL);
});

test("prefers the place in a link from Google Maps to the middle of the map", () => {
  const link = "https://www.google.com/maps/place/Tour+Eiffel/@48.85,2.29,17z/data=!3m1!4b1!3d48.8584!4d2.2945!16z";
  expect(readPlace(link)).toEqual({ ...EIFFEL, name: "Tour Eiffel" });
  expect(readPlace("https://www.google.com/maps/@48.8584,2.2945,17z")).toEqual({ ...EIFFEL, isMapCenter: true });
  expect(readPlace("https://www.openstreetmap.org/#map=17/48.8584/2.2945")).toEqual({ ...EIFFEL, isMapCenter: true });
  expect(readPlace("https://maps.apple.com/?ll=48.8584,2.2945&q=Tour%20Eiffel")).toEqual({
    ...EIFFEL,
    name: "Tour Eiffel",
  });
});

test("reads degrees, minutes and seconds, and southern and western directions", () => {
  expect(readPlace(`48°51'30.2"N 2°17'40.2"E`)).toEqual({
    latitude: "48.858389",
    longitude: "2.294500".replace(/0+$/, ""),
  });
  expect(readPlace("23°33′ S, 46°38′ W")).toEqual({ latitude: "-23.55", longitude: "-46.633333" });
  expect(readPlace("-23.55, -46.63")).toEqual({ latitude: "-23.55", longitude: "-46.63" });
  expect(readAngle("0° W", "longitude")).toBe("0");
});

test("swaps coordinates only if the first cannot be a latitude", () => {
  expect(readPlace("139.69, 35.68")).toEqual({ latitude: "35.68", longitude: "139.69" });
  expect(readPlace("35.68, 139.69")).toEqual({ latitude: "35.68", longitude: "139.69" });
  expect(readPlace("2° E, 48° N")).toEqual({ latitude: "48", longitude: "2" });
});

test.each([
  "48.8584",
  "48,8584",
  "48,2",
  "91, 181",
  "48°61' N, 2° E",
  "-48° S, 2° E",
  "48° O, 2° E",
  "one, two",
  "https://example.com/?q=48.8584,2.2945",
  "https://maps.app.goo.gl/abc",
  "https://www.google.com/maps/place/Paris",
])("reads no pair in %s", (text) => {
  expect(readPlace(text)).toBeUndefined();
});

test("reads a decimal comma in a single coordinate, and says so", () => {
  expect(understand("geo", "latitude", "48,8584")).toEqual({
    value: "48.8584",
    note: { reason: "changed", values: { value: "48.8584" } },
  });
  expect(understand("geo", "longitude", "2.2945")).toEqual({ value: "2.2945" });
  expect(understand("geo", "longitude", "2,5° W")).toEqual({
    value: "-2.5",
    note: { reason: "changed", values: { value: "-2.5" } },
  });
  expect(understand("geo", "latitude", "95")).toEqual({ value: "95" });
});
