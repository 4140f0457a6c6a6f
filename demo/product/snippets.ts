export { spellings } from "../../src/element/attributes.ts";
export { strangersIn } from "../../src/options/unknown-names.ts";
