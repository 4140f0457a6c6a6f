export { spellings } from "../../src/element/attributes.ts";
export { unknownOptionsIn } from "../../src/options/unknown-names.ts";
