import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { options } from "./targets/options.ts";

checkTarget(options, rounds(250));
