import { checkTarget } from "./check-target.ts";
import { csv } from "./targets/csv.ts";

checkTarget(csv, 60);
