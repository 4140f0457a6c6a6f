import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { http } from "./targets/http.ts";

checkTarget(http, rounds(250));
