import { checkTarget } from "./check-target.ts";
import { decode } from "./targets/decode.ts";

checkTarget(decode, 120);
