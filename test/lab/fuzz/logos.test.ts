import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { logos } from "./targets/logos.ts";

checkTarget(logos, rounds(250));
