import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { decode } from "./targets/decode.ts";

checkTarget(decode, rounds(120));
