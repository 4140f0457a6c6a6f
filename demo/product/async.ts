export { memoize, once } from "../../src/async/once.ts";
