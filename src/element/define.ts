import { define } from "./element.ts";
// TypeScript omits the import above from the declaration file. It keeps this one, so the file includes the element's
// types.
import "./element.ts";

define();
