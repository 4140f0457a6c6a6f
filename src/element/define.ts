import { define } from "./element.ts";
// Unlike the import above, this one stays in the declarations, so that they include the element's types.
import "./element.ts";

define();
