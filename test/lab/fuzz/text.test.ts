import { checkTarget } from "./check-target.ts";
import { text } from "./targets/text.ts";

checkTarget(text, 400);
