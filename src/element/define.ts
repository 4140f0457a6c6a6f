import { define } from "./element.ts";
// Stays in the declarations, so that they bring the element's types along.
import "./element.ts";

define();
