import { checkTarget } from "./check-target.ts";
import { logos } from "./targets/logos.ts";

checkTarget(logos, 250);
