import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { text } from "./targets/text.ts";

checkTarget(text, rounds(400));
