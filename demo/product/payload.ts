export { isDay, isTime, tidyBirthday, tidyTime } from "../../src/payload/calendar-time.ts";
export { readPlace } from "../../src/payload/coordinates.ts";
export { hostOf } from "../../src/payload/host.ts";
export { type Field, type PayloadKind, ruleOf, shownIn } from "../../src/payload/kind.ts";
export { readMarked, unescapeMarked } from "../../src/payload/pairs.ts";
export { detect, kinds, type Payload, type PayloadField, plainText, url, wifi } from "../../src/payload/payload.ts";
export { type Note, shorten, understand } from "../../src/payload/typed-values.ts";
export { isWebAddress } from "../../src/payload/url.ts";
