import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { csv } from "./targets/csv.ts";

checkTarget(csv, rounds(60));
