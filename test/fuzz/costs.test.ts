import { checkTarget } from "./check-target.ts";
import { costs } from "./targets/costs.ts";

checkTarget(costs, 20);
