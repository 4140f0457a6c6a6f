import type { HeavyWork } from "../ports.ts";

/** `heavy` as an object whose methods can be spread: it may be of a class, whose methods are not its own. */
export function withOwnMethods(heavy: HeavyWork): HeavyWork {
  return {
    drawLogo: (job) => heavy.drawLogo(job),
    scan: (job) => heavy.scan(job),
    drawCard: (job) => heavy.drawCard(job),
    ...(heavy.readLogo && { readLogo: heavy.readLogo.bind(heavy) }),
    ...(heavy.drawPicture && { drawPicture: heavy.drawPicture.bind(heavy) }),
  };
}
