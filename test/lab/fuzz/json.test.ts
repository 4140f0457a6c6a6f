import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { json } from "./targets/json.ts";

checkTarget(json, rounds(40));
