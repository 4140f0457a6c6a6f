import { checkTarget } from "./check-target.ts";
import { json } from "./targets/json.ts";

checkTarget(json, 40);
