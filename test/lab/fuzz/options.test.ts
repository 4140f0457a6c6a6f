import { checkTarget } from "./check-target.ts";
import { options } from "./targets/options.ts";

checkTarget(options, 250);
