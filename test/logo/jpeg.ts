/** Builds JPEG files from parts. */

export const segment = (marker: number, ...body: number[]) => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 255,
  ...body,
];
export const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
export const scan = (...coded: number[]) => [...segment(0xda, 1, 1, 0, 0, 0, 0), ...coded];
export const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]);

/** Returns an APP1 segment that contains an EXIF orientation, in little-endian or big-endian byte order. */
export function exif(orientation: number, little = true): number[] {
  const word = (value: number) => (little ? [value, 0] : [0, value]);
  const long = (value: number) => (little ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const tag = little ? [0x12, 0x01] : [0x01, 0x12];
  const resolution = little ? [0x1a, 0x01] : [0x01, 0x1a];
  const head = little ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42];
  const entries = [
    ...resolution,
    ...word(5),
    ...long(1),
    ...long(8),
    ...tag,
    ...word(3),
    ...long(1),
    ...word(orientation),
  ];
  return segment(0xe1, 0x45, 0x78, 0x69, 0x66, 0, 0, ...head, ...long(8), ...word(2), ...entries, 0, 0, ...long(0));
}
