export { spellings } from "../../src/element/attributes.ts";
export { unknownIn } from "../../src/options/unknown-names.ts";
