import { checkTarget } from "./check-target.ts";
import { http } from "./targets/http.ts";

checkTarget(http, 250);
