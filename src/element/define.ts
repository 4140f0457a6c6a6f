import { define } from "./element.ts";
// TypeScript omits the import above from the declarations, but keeps this one, so that they include the element's
// types.
import "./element.ts";

define();
