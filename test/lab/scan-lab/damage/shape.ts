import type { Gray } from "../../../../src/scan/gray.ts";
import { remap } from "./resample.ts";

/** Geometric distortions. They preserve the size of a module in the middle of the picture. */

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Rotates anticlockwise by `degrees`, 0 to 90. The new picture is large enough for all corners. */
export function rotate(gray: Gray, degrees: number): Gray {
  const [sine, cosine] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  const width = Math.ceil(gray.width * cosine + gray.height * sine);
  const height = Math.ceil(gray.width * sine + gray.height * cosine);
  return remap(gray, width, height, (x, y, point) => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    point.u = (gray.width - 1) / 2 + cosine * dx - sine * dy;
    point.v = (gray.height - 1) / 2 + sine * dx + cosine * dy;
  });
}

/** Shows the picture from below and from the side, as in a photo taken at an angle. The farthest corner is `percent` %
 *  smaller than the nearest one. */
export function tilt(gray: Gray, percent: number): Gray {
  const slope = percent / (200 - percent);
  const [width, height] = [gray.width, gray.height].map((length) => Math.ceil(length / (1 - slope))) as [
    number,
    number,
  ];
  return remap(gray, width, height, (x, y, point) => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    // The scale changes linearly across the new picture, so straight lines stay straight. Two thirds of the tilt are
    // vertical.
    const near = 1 + ((2 * slope) / 3) * ((2 * dy) / gray.height + dx / gray.width);
    point.u = (gray.width - 1) / 2 + dx / near;
    point.v = (gray.height - 1) / 2 + dy / near;
  });
}

/** Bends the picture around an upright cylinder, such as a bottle. The picture covers `degrees` of the cylinder, less
 *  than 180, and the camera is three widths away. */
export function bend(gray: Gray, degrees: number): Gray {
  const arc = radians(degrees);
  const radius = gray.width / arc;
  const away = 3 * gray.width;
  const nearness = (angle: number) => away / (away + radius * (1 - Math.cos(angle)));
  const seenAt = (angle: number) => radius * Math.sin(angle) * nearness(angle);
  const width = Math.floor(2 * seenAt(arc / 2));
  const angles = Array.from({ length: width }, (_, x) => solve(seenAt, x - (width - 1) / 2, arc / 2));
  return remap(gray, width, gray.height, (x, y, point) => {
    const angle = angles[x] as number;
    point.u = (gray.width - 1) / 2 + angle * radius;
    point.v = (gray.height - 1) / 2 + (y - (gray.height - 1) / 2) / nearness(angle);
  });
}

/** Returns the angle between -`most` and `most` at which the increasing function `growing` equals `wanted`. */
function solve(growing: (angle: number) => number, wanted: number, most: number): number {
  let [low, high] = [-most, most];
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (growing(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** Distorts the picture like a wide-angle lens: straight lines become curved. The corners move towards the middle by
 *  `percent` % of their distance from it. */
export function barrel(gray: Gray, percent: number): Gray {
  const [middle, centre] = [(gray.width - 1) / 2, (gray.height - 1) / 2];
  const corner = (1 - percent / 100) ** 2 * (middle * middle + centre * centre);
  const strength = percent / (100 - percent) / corner;
  return remap(gray, gray.width, gray.height, (x, y, point) => {
    const [dx, dy] = [x - middle, y - centre];
    const factor = 1 + strength * (dx * dx + dy * dy);
    point.u = middle + dx * factor;
    point.v = centre + dy * factor;
  });
}
